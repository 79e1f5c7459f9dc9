import type { Command } from 'commander';
import type { CommandContext } from '../../command-context.ts';
import { colorOptions, option } from '../../flags/option.ts';
import { REPORTERS } from '../../flags/reporters.ts';
import { withSuite } from '../../suite-package.ts';

const FORMATS = [...REPORTERS.filter((name) => name !== 'json'), 'text'];

/** Adds the commands `integration-contract report …`, which process the reports of finished runs. */
export function addReportCommands(program: Command, context: CommandContext, finish: (status: number) => void): void {
  const report = program.command('report').description('Render, merge and compare reports of runs');
  report
    .command('render')
    .description('Write the reports of a finished run again from its report.json, in all formats or one')
    .argument('<report>', 'report.json, or its folder')
    .addOption(option('--format <format>', 'Write only the given format, to standard output or --out').choices(FORMATS))
    .addOption(option('-o, --out <path>', 'File or folder to write to'))
    .action(async (path: string, flags) => {
      const { renderCommand } = await import('./render.ts');
      finish(await renderCommand(context, path, flags));
    });
  report
    .command('merge')
    .description('Combine the shards of a run; same exit codes as conform')
    .argument('<reports...>', 'report.json of each shard, or its folder')
    .addOption(option('-o, --out <dir>', 'Folder for the reports').makeOptionMandatory())
    .addOption(option('--spec <file>', 'OpenAPI document of the shards, instead of the contract'))
    .action(async (paths: string[], flags) => {
      const { mergeCommand } = await withSuite('report merge', () => import('./merge.ts'));
      finish(await mergeCommand(context, paths, flags));
    });
  report
    .command('diff')
    .description(
      'List the requirements whose results differ between two reports; exit code 1 if there is a regression, or a failure of a requirement that only the newer report contains',
    )
    .argument('<old>', 'report.json, or its folder')
    .argument('<new>', 'report.json of the newer run, or its folder')
    .addOption(option('--format <format>', 'Format of the output').choices(['text', 'md', 'json']).default('text'))
    .action(async (older: string, newer: string, flags) => {
      const { diffCommand } = await import('./diff.ts');
      finish(diffCommand(context, older, newer, flags));
    });
  for (const command of report.commands) for (const one of colorOptions()) command.addOption(one);
}

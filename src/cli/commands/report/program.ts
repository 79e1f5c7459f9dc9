import type { Command } from 'commander';
import type { CommandContext } from '../../command-context.ts';
import { option } from '../../flags/option.ts';

/** The names of `RENDERINGS`, and `text`: written here so that help needs no renderer. */
const FORMATS = ['html', 'junit', 'md', 'sarif', 'har', 'badge', 'text'];

/** `integration-contract report …`: what is done with reports after the run. */
export function addReportCommands(program: Command, context: CommandContext, finish: (status: number) => void): void {
  const report = program.command('report').description('render, merge and compare reports of runs');
  report
    .command('render')
    .description('write the reports of a report.json again, all formats or one')
    .argument('<report>', 'report.json, or its folder')
    .addOption(option('--format <format>', 'one format, to standard output or --out').choices(FORMATS))
    .addOption(option('--out <path>', 'file or folder to write to'))
    .action(async (path: string, flags) => {
      const { renderCommand } = await import('./render.ts');
      finish(await renderCommand(context, path, flags));
    });
  report
    .command('merge')
    .description('combine the shards of a run; same exit codes as conform')
    .argument('<reports...>', 'report.json of each shard, or its folder')
    .addOption(option('--out <dir>', 'folder for the reports').makeOptionMandatory())
    .addOption(option('--spec <file>', 'OpenAPI document of the shards, instead of the contract'))
    .action(async (paths: string[], flags) => {
      const { mergeCommand } = await import('./merge.ts');
      finish(await mergeCommand(context, paths, flags));
    });
  report
    .command('diff')
    .description('list new, changed, fixed, added and removed failures; exit 1 if something is worse')
    .argument('<old>', 'report.json, or its folder')
    .argument('<new>', 'report.json of the newer run, or its folder')
    .addOption(option('--format <format>', 'format of the output').choices(['text', 'md', 'json']).default('text'))
    .action(async (older: string, newer: string, flags) => {
      const { diffCommand } = await import('./diff.ts');
      finish(diffCommand(context, older, newer, flags));
    });
}

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
    .description('render a report.json again; all formats beside it, or one')
    .argument('<report>', 'report.json, or the folder that has it')
    .addOption(option('--format <format>', 'one format, to standard output or --out').choices(FORMATS))
    .addOption(option('--out <path>', 'file or folder to write to'))
    .action(async (path: string, flags) => {
      const { renderCommand } = await import('./render.ts');
      finish(await renderCommand(context, path, flags));
    });
  report
    .command('merge')
    .description('make of the shards of a run what one run would have said; exits as conform does')
    .argument('<reports...>', 'report.json of each shard, or the folder that has it')
    .addOption(option('--out <dir>', 'where the reports go').makeOptionMandatory())
    .addOption(option('--spec <file>', 'OpenAPI document that the shards were judged by, instead of the contract'))
    .action(async (paths: string[], flags) => {
      const { mergeCommand } = await import('./merge.ts');
      finish(await mergeCommand(context, paths, flags));
    });
  report
    .command('diff')
    .description('tell what is new, fixed, changed, added and removed; exit 1 when something is worse')
    .argument('<old>', 'report.json, or the folder that has it')
    .argument('<new>', 'the same of the newer run')
    .addOption(option('--format <format>', 'how to tell it').choices(['text', 'md', 'json']).default('text'))
    .action(async (older: string, newer: string, flags) => {
      const { diffCommand } = await import('./diff.ts');
      finish(diffCommand(context, older, newer, flags));
    });
}

import type { CommandContext } from '../command-context.ts';
import { exitStatusOf } from '../exit-status.ts';
import { conventionalFile } from '../flags/configuration-file.ts';
import { type ConformFlags, configurationOf } from '../flags/conform-flags.ts';
import { printError } from '../terminal/error-line.ts';
import { Changes } from '../watch/changes.ts';

type JudgeOnce = (context: CommandContext, baseUrl: string | undefined, flags: ConformFlags) => Promise<number>;

/**
 * Judges the target, and again each time that the target restarts or a file of the glob changes, until the user stops
 * the command. After a run with failures, only the failed cases run first; the other cases follow when the failed cases
 * pass.
 *
 * @returns the exit status of the last run
 */
export async function watchRuns(
  context: CommandContext,
  given: string | undefined,
  { watch, ...flags }: ConformFlags & { readonly watch: string | true },
  judgeOnce: JudgeOnce,
): Promise<number> {
  const configuration = await configurationOf(flags, process.env, flags.config ?? conventionalFile());
  const baseUrl = given ?? process.env.CONTRACT_BASE_URL ?? configuration.baseUrl;
  const glob = watch === true ? undefined : watch;
  if (glob === undefined && (baseUrl === undefined || configuration.start !== undefined)) {
    const reason = baseUrl === undefined ? 'there is no base URL' : 'each run starts the target (`start`)';
    printError(context, `--watch requires a glob of the files to watch, since ${reason}. Example: --watch 'src/**'.`);
    return exitStatusOf.usage;
  }
  const stopped = context.stopRequest().then(() => 'stop' as const);
  const run = async (more: Partial<ConformFlags>) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    void stopped.then(() => resolve());
    let isRunning = true;
    const stopRequest = () => promise.then(() => (isRunning ? undefined : new Promise<void>(() => {})));
    try {
      return await judgeOnce({ ...context, stopRequest }, given, { ...flags, ...more });
    } finally {
      isRunning = false;
    }
  };
  using changes = new Changes({ glob, url: configuration.start === undefined ? baseUrl : undefined });
  let status = await run({});
  for (;;) {
    context.stderr.write(`Waiting for ${changes.subject}. Press Ctrl-C to end.\n`);
    const change = await Promise.race([stopped, changes.next()]);
    if (change === 'stop') return status;
    const hasFailures = status === exitStatusOf.nonconforming;
    context.stderr.write(`\n${change}.${hasFailures ? ' The failed cases run first.' : ''}\n`);
    if (hasFailures) status = await run({ lastFailed: true, open: false });
    if (status !== exitStatusOf.nonconforming) status = await run({ open: false });
  }
}

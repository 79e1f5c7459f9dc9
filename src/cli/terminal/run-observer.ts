import type { Conceal } from '../../../conformance/index.ts';
import type { RunObserver } from '../../run/run-side.ts';
import type { CommandContext } from '../command-context.ts';
import { printError } from './error-line.ts';
import { type Progress, progress } from './progress.ts';

/** Prints the progress of a run, and stops the run when the user stops the command. */
export function runObserver(
  context: CommandContext,
  reports: string,
  onSecrets: (conceal: Conceal) => void,
): RunObserver {
  const { stderr } = context;
  const interruption = new AbortController();
  let line: Progress | undefined;
  let remaining: string | undefined;
  return {
    signal: interruption.signal,
    onSecrets,
    onStart: (requirements) => {
      line = progress(stderr, requirements);
      remaining = 'the cases in progress';
      void context.stopRequest().then(() => {
        if (remaining === undefined) return;
        line?.end();
        stderr.write(`Stopping after ${remaining}. Press Ctrl-C again to end immediately.\n`);
        interruption.abort();
      });
    },
    onCase: (record) => {
      // Load the module for the output early, while the cases wait for responses.
      void import('./print-result.ts');
      line?.onCase(record);
    },
    onCasesEnd: () => {
      line?.end();
      remaining = 'the cleanup and the reports';
    },
    onEnd: () => {
      remaining = undefined;
    },
    onNotice: (message) => printError(context, message),
    onStoppedResult: async (result) => {
      const { writeReports } = await import('../../report/write-reports.ts');
      // The reports are written again at the end, and an error is shown then.
      await writeReports(result, reports).catch(() => undefined);
    },
  };
}

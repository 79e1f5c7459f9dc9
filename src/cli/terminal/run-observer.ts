import type { Conceal } from '../../../conformance/index.ts';
import type { RunObserver } from '../../run/run-side.ts';
import type { CommandContext } from '../command-context.ts';
import { printError } from './error-line.ts';
import { type Progress, progress } from './progress.ts';

/** Prints how far a run is, and stops the run when somebody asks the command to stop. */
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
      remaining = 'the cases under way';
      void context.stopRequest().then(() => {
        if (remaining === undefined) return;
        line?.end();
        stderr.write(`Stopping after ${remaining}; again to end at once.\n`);
        interruption.abort();
      });
    },
    onCase: (record) => {
      // What shows the run is loaded while its cases wait for responses.
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
      // The reason of a failure is shown when the reports are written again.
      await writeReports(result, reports).catch(() => undefined);
    },
  };
}

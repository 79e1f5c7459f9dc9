import type { Conceal } from '../../../conformance/index.ts';
import type { ReportFormat } from '../../report/write-reports.ts';
import type { RunObserver } from '../../run/run-side.ts';
import type { CommandContext } from '../command-context.ts';
import { printError } from './error-line.ts';
import { failedCaseText } from './failed-case.ts';
import { type Progress, progress } from './progress.ts';

export interface ObserverFlags {
  readonly reports: string;
  readonly formats?: readonly ReportFormat[] | undefined;
  /** Shows no progress. */
  readonly quiet?: boolean;
  /** If true, the observer prints each failed case when the case ends. */
  readonly verbose?: boolean;
  /** Function that hides in a text all secrets that are known at the time of the call. */
  readonly conceal: Conceal;
  readonly onSecrets: (conceal: Conceal) => void;
}

/** Prints the progress of a run, and stops the run when the user stops the command. */
export function runObserver(
  context: CommandContext,
  { reports, formats, quiet = false, verbose = false, conceal, onSecrets }: ObserverFlags,
): RunObserver {
  const { stderr } = context;
  const interruption = new AbortController();
  let line: Progress | undefined;
  let remaining: string | undefined;
  return {
    signal: interruption.signal,
    onSecrets,
    onStart: () => {
      if (!quiet) line = progress(stderr);
      remaining = 'the cases in progress';
      void context.stopRequest().then(() => {
        if (remaining === undefined) return;
        line?.end();
        stderr.write(`Stopping after ${remaining}. Press Ctrl-C again to end the run immediately.\n`);
        interruption.abort();
      });
    },
    onCase: (ended) => {
      // The module `print-result.ts`, which the command needs at the end of the run, is loaded here, while the cases
      // wait for responses.
      void import('./print-result.ts');
      if (verbose && ended.isFailed) {
        line?.end();
        stderr.write(`${failedCaseText(ended.record, conceal)}\n`);
      }
      line?.onCase(ended);
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
      // An error of `writeReports` is ignored here: the command writes the reports again at the end of the run, and
      // then shows the error.
      await writeReports(result, reports, formats).catch(() => undefined);
    },
  };
}

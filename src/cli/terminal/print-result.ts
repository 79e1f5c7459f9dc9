import { basename, join } from 'node:path';
import { homepage } from '../../../mock/core/version.ts';
import { renderText } from '../../report/summary.ts';
import { heading, whyVerdict } from '../../report/wording.ts';
import { jsonText, type ReportFormat, writeReports } from '../../report/write-reports.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import type { CommandContext } from '../command-context.ts';
import { exitStatusOf, exitStatusOfRun } from '../exit-status.ts';
import { type AnnotationsChoice, annotate } from './annotations.ts';
import { hasColors, isInCi } from './colors.ts';
import { printError } from './error-line.ts';
import { openFile } from './open-file.ts';

export interface PrintFlags {
  readonly annotations?: AnnotationsChoice;
  /** If true, the result shows the names of deviations, which a waiver needs; by default, only in a CI system. */
  readonly showDeviations?: boolean;
  /** Formats of the reports; if absent, the command writes all formats. */
  readonly reporter?: readonly ReportFormat[];
  /** If true, the command prints only the verdict. */
  readonly quiet?: boolean;
  /** If true, the command prints the report as JSON on standard output, and all other output on standard error. */
  readonly json?: boolean;
  /** If true, the command opens report.html in the browser after the run. */
  readonly open?: boolean;
}

/** Prints the result of a run and writes its reports. @returns the exit status */
export async function printResult(
  context: CommandContext,
  given: RunResult,
  directory: string,
  { annotations, showDeviations = isInCi(), reporter, quiet = false, json = false, open = false }: PrintFlags = {},
): Promise<number> {
  const summary = json ? context.stderr : context.stdout;
  const result = withUrl(given, process.env.CONTRACT_DOCS_URL ?? homepage);
  // The reports are written before the output, since standard output may be full or closed.
  const written = await writeReports(result, directory, reporter).catch((error: Error) => error);
  if (json) context.stdout.write(jsonText(result));
  if (quiet)
    summary.write(`${heading(result).toUpperCase()}: ${[whyVerdict(result), ...failedIds(result)].join(' ')}\n`);
  else summary.write(`\n${renderText(result, { color: hasColors(summary), showsDeviations: showDeviations })}\n`);
  annotate(summary, result, annotations);
  if (written instanceof Error) {
    printError(context, written.message);
    return exitStatusOf.usage;
  }
  if (!quiet) summary.write(`Reports in ${directory}: ${written.map((path) => basename(path)).join(', ')}\n`);
  if (open) await openFile(context, join(directory, 'report.html'));
  return exitStatusOfRun(result);
}

/** The IDs of the failed requirements as a sentence; empty if no requirement failed. */
function failedIds({ requirements }: RunResult): readonly string[] {
  const ids = requirements.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
  return ids.length === 0 ? [] : [`${ids.join(', ')}.`];
}

/** Result of the run with the URL of the documentation, to which reports link. */
function withUrl(result: RunResult, url: string | undefined): RunResult {
  return url === undefined ? result : { ...result, suite: { ...result.suite, url } };
}

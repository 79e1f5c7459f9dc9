import { basename } from 'node:path';
import { renderText } from '../../report/summary-text.ts';
import { writeReports } from '../../report/write-reports.ts';
import { pageHere } from '../../run/project-path.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import { exitStatusOf, exitStatusOfRun } from '../exit-status.ts';
import { type AnnotationsChoice, annotate } from './annotations.ts';
import { complain } from './error-line.ts';

/** Prints what a run came to and writes its reports. @returns the exit status */
export async function publish(result: RunResult, directory: string, annotations?: AnnotationsChoice): Promise<number> {
  // First what lasts: standard output may be full or closed.
  const written = await writeReports(result, directory).catch((error: Error) => error);
  process.stdout.write(`\n${renderText(result, { color: process.stdout.isTTY === true, pageOf: pageHere })}\n`);
  annotate(result, annotations);
  if (written instanceof Error) {
    complain(written.message);
    return exitStatusOf.usage;
  }
  process.stdout.write(`Reports in ${directory}: ${written.map((path) => basename(path)).join(', ')}\n`);
  return exitStatusOfRun(result);
}

import { basename } from 'node:path';
import type { RunResult } from '../report/run-result.ts';
import { renderText } from '../report/summary-text.ts';
import { writeReports } from '../report/write-reports.ts';
import { type AnnotationsChoice, annotate } from './annotations.ts';
import { complain } from './complain.ts';
import { exitStatusOf, exitStatusOfRun } from './exit-status.ts';

/** Prints what a run came to and writes its reports. @returns the exit status */
export async function publish(result: RunResult, directory: string, annotations?: AnnotationsChoice): Promise<number> {
  process.stdout.write(`\n${renderText(result, { color: process.stdout.isTTY === true })}\n`);
  annotate(result, annotations);
  try {
    const paths = await writeReports(result, directory);
    process.stdout.write(`Reports in ${directory}: ${paths.map((path) => basename(path)).join(', ')}\n`);
  } catch (error) {
    complain((error as Error).message);
    return exitStatusOf.usage;
  }
  return exitStatusOfRun(result);
}

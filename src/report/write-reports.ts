import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { RunResult } from '../run-result/run-result.ts';
import { RENDERINGS } from './renderings.ts';
import { makeDirectory, writeFailure } from './reports-directory.ts';
import { visibleJson } from './visible.ts';

/** Format of a report: `json`, or one of the formats in `RENDERINGS`. */
export type ReportFormat = 'json' | keyof typeof RENDERINGS;

const FILES: readonly (readonly [
  format: string,
  name: string,
  render: (result: RunResult) => string | Promise<string>,
])[] = [
  ['json', 'report.json', jsonText],
  ...Object.entries(RENDERINGS).map(([format, { file, render }]) => [format, file, render] as const),
];

/** Text of `report.json`. */
export function jsonText(result: RunResult): string {
  return `${visibleJson(result, 2)}\n`;
}

/**
 * Writes `report.json` and its renderings. Creates the directory of the reports if it is missing.
 *
 * Reports of an earlier run in other formats are removed, so that all files in the directory belong to one run.
 * Each file is replaced atomically, so that a reader never gets an incomplete report.
 *
 * @returns the paths, `report.json` first
 * @throws UnwritableError
 */
export async function writeReports(
  result: RunResult,
  directory: string,
  formats?: readonly ReportFormat[],
): Promise<string[]> {
  const isWanted = ([format]: (typeof FILES)[number]) =>
    !formats || format === 'json' || formats.some((one) => one === format);
  const files = FILES.filter(isWanted).map(([, name, render]) => ({
    path: join(directory, name),
    temporary: join(directory, `.${name}.${randomUUID()}.tmp`),
    render,
  }));
  try {
    await writing(directory, makeDirectory(directory));
    for (const { path, temporary, render } of files) {
      // Each report is written before the next report is rendered, since the texts of all formats together need much
      // memory.
      const text = await render(result);
      await writing(path, writeFile(temporary, text, { flag: 'wx' }));
    }
    for (const { path, temporary } of files) await writing(path, rename(temporary, path));
  } catch (error) {
    await Promise.allSettled(files.map(({ temporary }) => rm(temporary, { force: true })));
    throw error;
  }
  const written = files.map(({ path }) => path);
  await removeReports(directory, ...written);
  return written;
}

/** Waits until a file or directory is written. @throws UnwritableError with the path */
async function writing(path: string, written: Promise<void>): Promise<void> {
  try {
    await written;
  } catch (error) {
    throw writeFailure(path, error);
  }
}

/** Removes the reports of an earlier run. @param kept paths of files that are not removed */
export async function removeReports(directory: string, ...kept: readonly string[]): Promise<void> {
  const keptPaths = new Set(kept.map((path) => resolve(path)));
  const stale = FILES.map(([, name]) => resolve(directory, name)).filter((path) => !keptPaths.has(path));
  await Promise.allSettled(stale.map((path) => rm(path, { force: true })));
}

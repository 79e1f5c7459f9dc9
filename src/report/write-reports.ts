import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { RunResult } from '../run-result/run-result.ts';
import { RENDERINGS } from './renderings.ts';
import { makeDirectory, writeFailure } from './reports-directory.ts';

const FILES: readonly (readonly [name: string, render: (result: RunResult) => string])[] = [
  ['report.json', (result) => `${JSON.stringify(result, null, 2)}\n`],
  ...Object.values(RENDERINGS).map(({ file, render }) => [file, render] as const),
];

/**
 * Writes `report.json` and all its renderings. Creates the directory if it is missing.
 *
 * Each file is replaced atomically, so that a reader never gets an incomplete report.
 *
 * @returns the paths, `report.json` first
 * @throws UnwritableError
 */
export async function writeReports(result: RunResult, directory: string): Promise<string[]> {
  const files = FILES.map(([name, render]) => ({
    path: join(directory, name),
    temporary: join(directory, `.${name}.${randomUUID()}.tmp`),
    text: render(result),
  }));
  let place = directory;
  try {
    await makeDirectory(directory);
    for (const { path, temporary, text } of files) {
      place = path;
      await writeFile(temporary, text, { flag: 'wx' });
    }
    for (const { path, temporary } of files) {
      place = path;
      await rename(temporary, path);
    }
  } catch (error) {
    await Promise.allSettled(files.map(({ temporary }) => rm(temporary, { force: true })));
    throw writeFailure(place, error);
  }
  return files.map(({ path }) => path);
}

/** Removes the reports of an earlier run. @param kept path of a file that is not removed */
export async function removeReports(directory: string, kept?: string): Promise<void> {
  const paths = FILES.map(([name]) => resolve(directory, name));
  const stale = paths.filter((path) => kept === undefined || path !== resolve(kept));
  await Promise.allSettled(stale.map((path) => rm(path, { force: true })));
}

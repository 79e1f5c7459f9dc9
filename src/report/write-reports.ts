import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RENDERINGS } from './renderings.ts';
import type { RunResult } from './run-result.ts';

const FILES: readonly (readonly [name: string, render: (result: RunResult) => string])[] = [
  ['report.json', (result) => `${JSON.stringify(result, null, 2)}\n`],
  ...Object.values(RENDERINGS).map(({ file, render }) => [file, render] as const),
];

/** What stands in the way, and what helps, by error code. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: free some space or choose another directory',
  EDQUOT: 'the disk quota is used up: free some space or choose another directory',
  EACCES: 'permission is denied: give this user the right to write there or choose another directory',
  EPERM: 'the operation is not permitted: give this user the right to write there or choose another directory',
  EROFS: 'the file system is read-only: choose another directory',
  EEXIST: 'a file of that name is in the way: move it or choose another directory',
  // What Node says of a folder that it cannot make, also where the file system is read-only.
  ENOENT: 'the directory cannot be made: choose another one',
  ENOTDIR: 'a file is in the way where a directory has to be: move it or choose another directory',
  EISDIR: 'a directory is in the way where a report has to be: move it or choose another directory',
  ENAMETOOLONG: 'the path is too long: choose a shorter one',
};

/** The error of the file system, in words that help whoever started the run. */
export function writeFailure(path: string, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = REASONS[code] ?? `${error instanceof Error ? error.message : error}: choose another directory`;
  return new Error(`Cannot write the reports to ${path}: ${reason}.`, { cause: error });
}

/**
 * Writes `report.json` and everything that it can be rendered as, and creates the directory where it is missing.
 *
 * Each file appears whole or not at all: a reader of an earlier report never meets half of the new one.
 *
 * @returns the paths, `report.json` first
 * @throws Error of one sentence: what failed, where, and what to do
 */
export async function writeReports(result: RunResult, directory: string): Promise<string[]> {
  const files = FILES.map(([name, render]) => ({
    path: join(directory, name),
    temporary: join(directory, `.${name}.${randomUUID()}.tmp`),
    text: render(result),
  }));
  let place = directory;
  try {
    await mkdir(directory, { recursive: true });
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

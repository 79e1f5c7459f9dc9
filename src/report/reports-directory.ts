import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError } from '../contract/input-error.ts';

/** Reason and fix for each error of the file system, by error code. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: free some space or choose another directory',
  EDQUOT: 'the disk quota is exceeded: free some space or choose another directory',
  EACCES: 'permission is denied: grant this user write access or choose another directory',
  EPERM: 'the operation is not permitted: grant this user write access or choose another directory',
  EROFS: 'the file system is read-only: choose another directory',
  EEXIST: 'a file with this name exists: move it or choose another directory',
  ENOENT: 'the directory cannot be created: choose another directory',
  ENOTDIR: 'a file exists in place of a directory: move it or choose another directory',
  EISDIR: 'a directory exists in place of a report: move it or choose another directory',
  ENAMETOOLONG: 'the path is too long: choose a shorter path',
};

/**
 * Error for a directory to which reports cannot be written. The message is one sentence with the path, the reason and a
 * fix.
 */
export class UnwritableError extends InputError {
  override readonly name = 'UnwritableError';
}

/** Converts an error of the file system to an error with a reason and a fix for the user. */
export function writeFailure(path: string, error: unknown): UnwritableError {
  const reason =
    REASONS[codeOf(error)] ?? `${error instanceof Error ? error.message : error}: choose another directory`;
  return new UnwritableError(`Cannot write the reports to ${path}: ${reason}.`, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/**
 * Creates a directory and its missing parent directories.
 *
 * The function does not use the recursive `mkdir` of Node.js, which never returns for a path inside a directory in
 * which nothing can be created, such as `/proc`.
 *
 * @throws Error of the file system
 */
export async function makeDirectory(path: string): Promise<void> {
  try {
    await makeOne(path);
  } catch (error) {
    const parent = dirname(path);
    if (codeOf(error) !== 'ENOENT' || parent === path) throw error;
    await makeDirectory(parent);
    await makeOne(path);
  }
}

async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() !== true) throw error;
  }
}

/**
 * Verifies that reports can be written: creates the directory of the reports, and writes and removes a file in it. A
 * run calls this function before its first request, since a run must not consume fixtures if its reports cannot be
 * written.
 *
 * @throws UnwritableError
 */
export async function requireWritable(directory: string): Promise<void> {
  const probe = join(directory, `.${randomUUID()}.tmp`);
  try {
    await makeDirectory(directory);
    await writeFile(probe, 'a report can be written here\n', { flag: 'wx' });
  } catch (error) {
    throw writeFailure(directory, error);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

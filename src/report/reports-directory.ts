import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError } from '../contract/input-error.ts';

/** What stands in the way, and what helps, by error code. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: free some space or choose another directory',
  EDQUOT: 'the disk quota is used up: free some space or choose another directory',
  EACCES: 'permission is denied: give this user the right to write there or choose another directory',
  EPERM: 'the operation is not permitted: give this user the right to write there or choose another directory',
  EROFS: 'the file system is read-only: choose another directory',
  EEXIST: 'a file of that name is in the way: move it or choose another directory',
  ENOENT: 'the directory cannot be made: choose another one',
  ENOTDIR: 'a file is in the way where a directory has to be: move it or choose another directory',
  EISDIR: 'a directory is in the way where a report has to be: move it or choose another directory',
  ENAMETOOLONG: 'the path is too long: choose a shorter one',
};

/** Reports cannot be written: one sentence says what failed, where, and what to do. */
export class UnwritableError extends InputError {
  override readonly name = 'UnwritableError';
}

/** The error of the file system, in words that help whoever started the run. */
export function writeFailure(path: string, error: unknown): UnwritableError {
  const reason =
    REASONS[codeOf(error)] ?? `${error instanceof Error ? error.message : error}: choose another directory`;
  return new UnwritableError(`Cannot write the reports to ${path}: ${reason}.`, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/**
 * Makes the directory, and those above it, where they are missing.
 *
 * Node's own recursive `mkdir` never ends where a directory that is there takes no other (`/proc/reports`).
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
 * Makes the directory and writes a file there, which is removed again: what a run uses up is not to be lost for want
 * of a place for its reports.
 *
 * @throws UnwritableError
 */
export async function requireWritable(directory: string): Promise<void> {
  const proof = join(directory, `.${randomUUID()}.tmp`);
  try {
    await makeDirectory(directory);
    await writeFile(proof, 'a report can be written here\n', { flag: 'wx' });
  } catch (error) {
    throw writeFailure(directory, error);
  } finally {
    await rm(proof, { force: true }).catch(() => undefined);
  }
}

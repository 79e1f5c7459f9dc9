import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeDirectory, requireWritable, writeFailure } from './reports-directory.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reports-directory-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('makeDirectory', () => {
  test('makes what is missing, also where others do so at once', async () => {
    const path = join(folder, 'a', 'b', 'c');
    await Promise.all([makeDirectory(path), makeDirectory(path), makeDirectory(join(folder, 'a', 'd'))]);
    await makeDirectory(path);
    expect(readdirSync(join(folder, 'a')).sort()).toEqual(['b', 'd']);
    expect(existsSync(path)).toBe(true);
  });

  // Who writes there reads "no such file or directory" of a directory that is there.
  test.runIf(existsSync('/proc/self'))('ends where a directory takes no other', async () => {
    await expect(makeDirectory('/proc/reports/of-today')).rejects.toThrow(/ENOENT/);
  });
});

describe('requireWritable', () => {
  test('makes the directory, and leaves nothing in it', async () => {
    const path = join(folder, 'reports');
    await requireWritable(path);
    expect(readdirSync(path)).toEqual([]);
  });

  test('says what is in the way', async () => {
    const path = join(folder, 'file');
    writeFileSync(path, '');
    await expect(requireWritable(path)).rejects.toThrow(
      `Cannot write the reports to ${path}: a file of that name is in the way`,
    );
  });
});

test.each([
  ['ENOSPC', 'the disk is full: free some space or choose another directory.'],
  ['EACCES', 'permission is denied: give this user the right to write there or choose another directory.'],
  ['EROFS', 'the file system is read-only: choose another directory.'],
  ['ENOENT', 'the directory cannot be made: choose another one.'],
  ['EIO', 'EIO happened: choose another directory.'],
])('%s: %s', (code, want) => {
  const error = Object.assign(new Error(`${code} happened`), { code });
  const failure = writeFailure('/reports', error);
  expect(failure.message).toBe(`Cannot write the reports to /reports: ${want}`);
  expect(failure.cause).toBe(error);
});

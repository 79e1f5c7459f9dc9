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
  test('creates missing parent directories of the reports, even if another process creates the same directories concurrently', async () => {
    const path = join(folder, 'a', 'b', 'c');
    await Promise.all([makeDirectory(path), makeDirectory(path), makeDirectory(join(folder, 'a', 'd'))]);
    await makeDirectory(path);
    expect(readdirSync(join(folder, 'a')).sort()).toEqual(['b', 'd']);
    expect(existsSync(path)).toBe(true);
  });

  // In `/proc`, the error of `mkdir` is ENOENT although the directory exists.
  test.runIf(existsSync('/proc/self'))(
    'throws an error if the directory of the reports cannot be created in its parent directory',
    async () => {
      await expect(makeDirectory('/proc/reports/of-today')).rejects.toThrow(/ENOENT/);
    },
  );
});

describe('requireWritable', () => {
  test('creates an empty directory', async () => {
    const path = join(folder, 'reports');
    await requireWritable(path);
    expect(readdirSync(path)).toEqual([]);
  });

  test('rejects a path for the reports at which a file exists, and describes the reason', async () => {
    const path = join(folder, 'file');
    writeFileSync(path, '');
    await expect(requireWritable(path)).rejects.toThrow(
      `Cannot write the reports to ${path}: a file with this name exists`,
    );
  });
});

test.each([
  ['ENOSPC', 'the disk is full: free some space or choose another directory.'],
  ['EACCES', 'permission is denied: grant this user write access or choose another directory.'],
  ['EROFS', 'the file system is read-only: choose another directory.'],
  ['ENOENT', 'the directory cannot be created: choose another directory.'],
  ['EIO', 'EIO happened: choose another directory.'],
])('describes %s: %s', (code, want) => {
  const error = Object.assign(new Error(`${code} happened`), { code });
  const failure = writeFailure('/reports', error);
  expect(failure.message).toBe(`Cannot write the reports to /reports: ${want}`);
  expect(failure.cause).toBe(error);
});

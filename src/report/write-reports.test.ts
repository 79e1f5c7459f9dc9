import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleResult } from '../../test/helpers/report/sample-result.ts';
import { writeReports } from './write-reports.ts';

const NAMES = ['report.json', 'junit.xml', 'report.html', 'summary.md', 'report.sarif', 'exchanges.har', 'badge.svg'];
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'reports-'));
});

afterEach(() => rmSync(directory, { recursive: true }));

describe('writeReports', () => {
  test('creates the directory of the reports, and writes all reports', async () => {
    const target = join(directory, 'a', 'b');
    expect(await writeReports(sampleResult, target)).toEqual(NAMES.map((name) => join(target, name)));
    expect(JSON.parse(readFileSync(join(target, 'report.json'), 'utf8'))).toEqual(sampleResult);
    expect(readdirSync(target).sort()).toEqual(NAMES.toSorted());
  });

  test('replaces or removes the reports of an earlier run', async () => {
    for (const name of NAMES) writeFileSync(join(directory, name), 'earlier');
    await writeReports(sampleResult, directory);
    for (const name of NAMES) expect(readFileSync(join(directory, name), 'utf8')).not.toBe('earlier');
  });

  test.each([
    [
      'a file in place of the directory',
      'file',
      /^Cannot write the reports to .*file: a file with this name exists: move it/,
    ],
    ['a file in place of a parent directory', 'file/reports', /a file exists in place of a directory: move it/],
  ])('rejects %s', async (_, path, want) => {
    writeFileSync(join(directory, 'file'), '');
    await expect(writeReports(sampleResult, join(directory, path))).rejects.toThrow(want);
  });

  test('removes the temporary files of the reports if one report cannot be written', async () => {
    mkdirSync(join(directory, 'report.json'));
    await expect(writeReports(sampleResult, directory)).rejects.toThrow(
      /report\.json: a directory exists in place of a report/,
    );
    expect(readdirSync(directory)).toEqual(['report.json']);
  });
});

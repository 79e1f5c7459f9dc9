import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { writeReports } from '../../src/report/write-reports.ts';
import { sampleResult } from '../helpers/report/sample-result.ts';
import { runCli } from '../helpers/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = join(folder, 'run');
await writeReports(sampleResult, run);
const written = (name: string) => readFileSync(join(run, name), 'utf8');

const report = (...args: string[]) => runCli(['report', ...args], { cwd: folder });

function file(name: string, value: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

describe('report render', () => {
  test('renders from report.json the same files that the run wrote', async () => {
    const { status, stdout } = await report('render', run, '--out', 'again');
    expect(status).toBe(0);
    expect(stdout).toContain('Reports in again: junit.xml, report.html');
    const names = readdirSync(join(folder, 'again'));
    expect(['report.json', ...names].sort()).toEqual(readdirSync(run).sort());
    for (const name of names) expect(readFileSync(join(folder, 'again', name), 'utf8')).toBe(written(name));
  });

  test.each([
    ['html', 'report.html'],
    ['junit', 'junit.xml'],
    ['md', 'summary.md'],
    ['sarif', 'report.sarif'],
    ['har', 'exchanges.har'],
    ['badge', 'badge.svg'],
  ])('writes a report to standard output with --format %s', async (format, name) => {
    const { status, stdout } = await report('render', join(run, 'report.json'), '--format', format);
    expect(stdout).toBe(written(name));
    expect(status).toBe(0);
  });

  test('accepts a file or a folder with --out', async () => {
    await report('render', run, '--format', 'badge', '--out', 'b.svg');
    expect(readFileSync(join(folder, 'b.svg'), 'utf8')).toBe(written('badge.svg'));
    mkdirSync(join(folder, 'there'));
    for (const out of ['there', 'new/']) {
      await report('render', run, '--format', 'text', '--out', out);
      expect(readFileSync(join(folder, out, 'summary.txt'), 'utf8')).toContain('NONCONFORMING');
    }
  });
});

describe('report diff', () => {
  test('reads the flags of report render from environment variables', async () => {
    const { stdout } = await runCli(['report', 'diff', run, run], { cwd: folder, env: { CONTRACT_FORMAT: 'json' } });
    expect(stdout).toBe((await report('diff', run, run, '--format', 'json')).stdout);
    expect(() => JSON.parse(stdout)).not.toThrow();
  });

  const fixed = {
    ...sampleResult,
    requirements: sampleResult.requirements.filter(({ outcome }) => outcome === 'passed'),
  };

  test('exits 1 if the newer report contains a regression, else 0', async () => {
    const newer = file('newer.json', {
      ...sampleResult,
      requirements: [...fixed.requirements, ...sampleResult.requirements.slice(3, 4)],
    });
    expect((await report('diff', run, run)).status).toBe(0);
    expect((await report('diff', run, newer)).status).toBe(0);
    const { status, stdout } = await report('diff', file('fixed.json', fixed), newer);
    expect(stdout).toContain('Added requirements (1)\n  ✗ D20');
    expect(status).toBe(1);
  });

  test.each([
    ['md', /^# Conformance: no regressions/],
    ['json', /"kind": "removed"/],
  ])('writes the difference between two reports with --format %s', async (format, want) => {
    const { status, stdout } = await report('diff', run, file('fixed.json', fixed), '--format', format);
    expect(stdout).toMatch(want);
    expect(status).toBe(0);
  });
});

test.each([
  ['a nonexistent file', ['render', 'none.json'], /^integration-contract: none\.json: the file does not exist\.$/m],
  ['a file that is not JSON', ['diff', run, file('no.json', '{"a":')], /no\.json is not JSON: /],
  [
    'a file that is not a report',
    ['render', file('other.json', { schemaVersion: 1 })],
    /other\.json is not a report\.json of a run:\n {2}\/suite: expected/,
  ],
  [
    'a report of another version',
    ['diff', file('v2.json', { schemaVersion: 2 }), run],
    /The schemaVersion of .*v2\.json is 2; expected 1\./,
  ],
  ['an unknown format', ['render', run, '--format', 'pdf'], /Allowed choices are html, junit/],
  [
    'a folder that cannot be created',
    ['render', run, '--out', join(file('taken', ''), 'x')],
    /taken.*a file exists in place of a directory/,
  ],
  ['a missing command', [], /Usage: integration-contract report/],
])('exits 2 with a message for %s', async (_, args, message) => {
  const { status, stderr } = await report(...args);
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(status).toBe(2);
});

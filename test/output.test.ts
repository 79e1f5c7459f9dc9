import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { BIN, runCli } from './helpers/run-cli.ts';

const FULL = '/dev/full';

/** Judges the embedded mock by one rule, with a redirection of the output in the shell. */
async function judge(redirection: string) {
  const folder = mkdtempSync(join(tmpdir(), 'output-'));
  const script = `"$0" "$1" conform --only D71 --reports reports ${redirection}`;
  const { promise, resolve } = Promise.withResolvers<{ status: unknown; stderr: string }>();
  execFile('bash', ['-o', 'pipefail', '-c', script, process.execPath, BIN], { cwd: folder }, (error, _, stderr) =>
    resolve({ status: error?.code ?? 0, stderr }),
  );
  const { status, stderr } = await promise;
  return { status, errors: stderr.match(/^integration-contract: .*$/gm), stderr, files: readdirSync(folder) };
}

test('keeps the verdict and the reports if the program that reads the output of `conform` ends before `conform`', async () => {
  expect(await judge('2>/dev/null | true')).toMatchObject({ status: 0, files: ['reports'] });
});

test.runIf(existsSync(FULL))('prints one message after the reports if standard output is full', async () => {
  const { status, errors, stderr, files } = await judge(`>${FULL}`);
  expect({ status, files }).toEqual({ status: 2, files: ['reports'] });
  expect(errors).toEqual([expect.stringContaining('Standard output cannot be written: ENOSPC')]);
  expect(stderr).not.toMatch(/^ {4}at /m);
});

test.runIf(existsSync(FULL))('keeps the verdict if standard error is full', async () => {
  expect(await judge(`2>${FULL}`)).toMatchObject({ status: 0, files: ['reports'] });
});

test('exits 2 before any request and hook if the reports cannot be written', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'output-'));
  writeFileSync(join(cwd, 'hook.json'), JSON.stringify({ provision: { command: ['touch', 'made'] } }));
  writeFileSync(join(cwd, 'taken'), '');
  const args = ['conform', 'http://127.0.0.1:1', '--config', 'hook.json', '--reports', 'taken'];
  const { status, stderr } = await runCli(args, { cwd });
  expect(stderr).toContain('Cannot write the reports to taken: a file with this name exists');
  expect(status).toBe(2);
  expect(readdirSync(cwd)).not.toContain('made');
});

test('exits 2 after it prints the verdict if a report cannot be written at the end', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'output-'));
  mkdirSync(join(cwd, 'reports', 'report.json'), { recursive: true });
  const { status, stdout, stderr } = await runCli(['conform', '--only', 'D71'], { cwd });
  expect(stdout).toContain('CONFORMING');
  expect(stderr).toContain('report.json: a directory exists in place of a report');
  expect(status).toBe(2);
});

test('prints only the report on standard output with --json', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'output-'));
  const { status, stdout, stderr } = await runCli(['conform', '--only', 'D71', '--json'], { cwd });
  expect(status).toBe(0);
  expect(stdout).toBe(readFileSync(join(cwd, 'reports/report.json'), 'utf8'));
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'conforming' });
  expect(stderr).toContain('CONFORMING');
});

test('prints nothing on standard output with --json if the run does not start', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'output-'));
  const { status, stdout } = await runCli(['conform', '--json', '--only', 'D7100'], { cwd });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});

test('opens report.html with the default program of the platform, or explains why no program can open it', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'output-'));
  const judge = (env: Record<string, string>) => runCli(['conform', '--only', 'D71', '--open'], { cwd, env });
  const url = pathToFileURL(join(cwd, 'reports/report.html')).href;
  for (const name of ['xdg-open', 'open'])
    writeFileSync(join(cwd, name), '#!/bin/sh\necho "$1" >opened\n', { mode: 0o755 });
  const PATH = `${cwd}:${process.env.PATH}`;
  expect(await judge({ DISPLAY: ':0', PATH })).toMatchObject({ status: 0, stderr: expect.not.stringContaining(url) });
  await expect
    .poll(() => existsSync(join(cwd, 'opened')) && readFileSync(join(cwd, 'opened'), 'utf8'))
    .toBe(`${url}\n`);
  expect(await judge({ DISPLAY: ':0', PATH: '/nonexistent' })).toMatchObject({
    status: 0,
    stderr: expect.stringContaining(url),
  });
});

test('rejects --open without report.html', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'output-'));
  const { status, stderr } = await runCli(['conform', '--only', 'D71', '--open', '--reporter', 'json'], { cwd });
  expect(stderr).toContain('--open requires report.html. Add html to --reporter.');
  expect(status).toBe(2);
});

test.each([
  [['--color'], { NO_COLOR: '1' }, true],
  [['--no-color'], { NO_COLOR: '', FORCE_COLOR: '1' }, false],
  [[], { NO_COLOR: '', FORCE_COLOR: '1' }, true],
])('applies the colour options %j to the summary', async (flags, env, want) => {
  const cwd = mkdtempSync(join(tmpdir(), 'output-'));
  const { stdout } = await runCli(['conform', '--only', 'D71', ...flags], { cwd, env });
  expect(stdout.includes('\u001B[')).toBe(want);
});

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

test('keeps the verdict and the reports if the program that reads the output ends', async () => {
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

test('exits 2 after the verdict if a report cannot be written at the end', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'output-'));
  mkdirSync(join(cwd, 'reports', 'report.json'), { recursive: true });
  const { status, stdout, stderr } = await runCli(['conform', '--only', 'D71'], { cwd });
  expect(stdout).toContain('CONFORMING');
  expect(stderr).toContain('report.json: a directory exists in place of a report');
  expect(status).toBe(2);
});

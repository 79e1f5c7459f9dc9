import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BIN, runCli } from './helpers/run-cli.ts';

const FULL = '/dev/full';

/** Judges the embedded mock by one rule, with standard output and standard error as the shell is told to put them. */
async function judge(redirection: string) {
  const folder = mkdtempSync(join(tmpdir(), 'output-'));
  const script = `"$0" "$1" conform --only D71 --reports reports ${redirection}`;
  const { promise, resolve } = Promise.withResolvers<{ status: unknown; stderr: string }>();
  execFile('bash', ['-o', 'pipefail', '-c', script, process.execPath, BIN], { cwd: folder }, (error, _, stderr) =>
    resolve({ status: error?.code ?? 0, stderr }),
  );
  const { status, stderr } = await promise;
  return { status, complaints: stderr.match(/^integration-contract: .*$/gm), stderr, files: readdirSync(folder) };
}

test('a reader that has read enough takes neither the verdict nor the reports away', async () => {
  expect(await judge('2>/dev/null | true')).toMatchObject({ status: 0, files: ['reports'] });
});

test.runIf(existsSync(FULL))('standard output that is full is one message, after the reports', async () => {
  const { status, complaints, stderr, files } = await judge(`>${FULL}`);
  expect({ status, files }).toEqual({ status: 2, files: ['reports'] });
  expect(complaints).toEqual([expect.stringContaining('standard output cannot be written: ENOSPC')]);
  expect(stderr).not.toMatch(/^ {4}at /m);
});

test.runIf(existsSync(FULL))('standard error that is full does not change the verdict', async () => {
  expect(await judge(`2>${FULL}`)).toMatchObject({ status: 0, files: ['reports'] });
});

test('reports that have no place are exit 2, before anything is sent or made', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'output-'));
  writeFileSync(join(cwd, 'hook.json'), JSON.stringify({ provision: { command: ['touch', 'made'] } }));
  writeFileSync(join(cwd, 'taken'), '');
  const args = ['conform', 'http://127.0.0.1:1', '--config', 'hook.json', '--reports', 'taken'];
  const { status, stderr } = await runCli(args, { cwd });
  expect(stderr).toContain('Cannot write the reports to taken: a file of that name is in the way');
  expect(status).toBe(2);
  expect(readdirSync(cwd)).not.toContain('made');
});

test('a report that cannot be written at the end is exit 2, after the verdict', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'output-'));
  mkdirSync(join(cwd, 'reports', 'report.json'), { recursive: true });
  const { status, stdout, stderr } = await runCli(['conform', '--only', 'D71'], { cwd });
  expect(stdout).toContain('CONFORMING');
  expect(stderr).toContain('report.json: a directory is in the way');
  expect(status).toBe(2);
});

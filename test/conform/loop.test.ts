import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startJudged } from '../helpers/judge.ts';
import { writtenReport } from '../helpers/report/written-report.ts';
import { runCli, startCli } from '../helpers/run-cli.ts';

const TIMEOUT_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'loop-'));

let faulty: Awaited<ReturnType<typeof startJudged>>;
let correct: Awaited<ReturnType<typeof startJudged>>;
beforeAll(async () => {
  [faulty, correct] = await Promise.all([startJudged('first-path-of-the-mask-only'), startJudged()]);
});
afterAll(() => Promise.all([faulty[Symbol.asyncDispose](), correct[Symbol.asyncDispose]()]));

const conform = (url: string, ...args: string[]) =>
  runCli(['conform', url, '--only', 'updateJwtKey+behaviour', ...args], { cwd: folder });

test('runs only the failed cases of the last report with --last-failed, and ends after the first failure with --max-failures 1', {
  timeout: TIMEOUT_MS,
}, async () => {
  const first = await conform(faulty.url, '--reporter', 'all', '-q');
  expect(first).toMatchObject({
    status: 1,
    stdout: 'NONCONFORMING: 2 of 35 requirements failed. D42, D46.\n',
    stderr: '',
  });
  const { cases = 0 } = writtenReport(folder).selection ?? {};
  const again = await conform(faulty.url, '--last-failed', '--verbose');
  expect(again.status).toBe(1);
  expect(again.stderr).toMatch(
    /^Failed: D42 D46 updateJwtKey .*\n {2}`.*\n {2}expected {2}.*\n {2}actual {4}.*\n {2}PATCH http/m,
  );
  const { selection } = writtenReport(folder);
  expect(selection).toMatchObject({ only: ['updateJwtKey+behaviour'], lastFailed: true });
  expect(selection?.cases).toBeLessThan(cases / 2);
  expect(again.stdout).toContain('--only updateJwtKey+behaviour --last-failed (');
  expect(readdirSync(join(folder, 'reports')).sort()).toEqual(['report.html', 'report.json']);
  const ended = await conform(faulty.url, '--max-failures', '1', '--concurrency', '1');
  expect(ended.status).toBe(1);
  expect(ended.stdout).toContain('The run ended early: 1 case failed (--max-failures).');
  expect(await conform(correct.url, '--last-failed')).toMatchObject({ status: 0 });
  expect(await conform(correct.url, '--last-failed')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('no case failed in reports/report.json'),
  });
});

test('runs again after a change of a watched file, and runs the failed cases first', {
  timeout: TIMEOUT_MS,
}, async () => {
  writeFileSync(join(folder, 'a.ts'), '1');
  const args = ['conform', faulty.url, '--only', 'D42', '--watch', '*.ts', '-q'];
  const { finished, stdout, stderr, stop } = startCli(args, { cwd: folder });
  const waits = (times: number) =>
    vi.waitFor(() => expect(stderr().split('Waiting for changes in *.ts')).toHaveLength(times + 1), TIMEOUT_MS);
  await waits(1);
  writeFileSync(join(folder, 'a.ts'), '2');
  await waits(2);
  expect(stderr()).toContain('\na.ts has changed. The failed cases run first.\n');
  stop();
  expect((await finished).status).toBe(1);
  expect(stdout().match(/NONCONFORMING/g)).toHaveLength(2);
});

test('exits 2 if --watch has neither a glob nor a base URL', async () => {
  const { status, stderr } = await runCli(['conform', '--watch'], { cwd: folder });
  expect(stderr).toContain('--watch requires a glob of the files to watch, since there is no base URL.');
  expect(status).toBe(2);
});

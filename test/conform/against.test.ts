import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defectNamed, startFaultyServer } from '../../conformance/faulty/index.ts';
import { startMock } from '../../mock/index.ts';
import { writtenReport } from '../helpers/report/written-report.ts';
import { runCli } from '../helpers/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'against-'));
const TIMEOUT_MS = 120_000;
const SELECTION = ['--only', 'createInvite+behaviour,D42+case:jwtKeys/update/mask/both'];

const read = (name: string) => writtenReport(folder, name);

test('judges a backend and the mock, and shows the differences', { timeout: TIMEOUT_MS }, async () => {
  await using mock = await startMock({ port: 0 });
  const defect = defectNamed('first-path-of-the-mask-only');
  await using backend = await startFaultyServer(defect, mock.url);
  const { status, stdout } = await runCli(
    ['conform', backend.url, '--against', 'mock', ...SELECTION, '--reports', 'backend'],
    { cwd: folder },
  );
  expect(status, stdout).toBe(1);
  expect(stdout).toMatch(/^Compared with the mock \(conforming\): 1 of 68 requirements differ\.$/m);
  const result = read('backend');
  expect(result.against).toMatchObject({
    target: { embedded: true },
    verdict: 'conforming',
    differences: [{ id: 'D42', broken: 'this', this: { outcome: 'failed' }, other: { outcome: 'passed' } }],
    answers: [],
  });
  expect(JSON.stringify(result)).not.toContain('"traffic"');
  // The second target has its own reports, so a CI job can use `report diff` as its gate on differences.
  expect(read('backend/against').verdict).toBe('conforming');
  expect((await runCli(['report', 'diff', 'backend/against', 'backend'], { cwd: folder })).status).toBe(1);
});

test('returns the verdict of the first target, independent of the second target', { timeout: TIMEOUT_MS }, async () => {
  await using mock = await startMock({ port: 0, apiKeys: ['another-key'] });
  await using backend = await startFaultyServer(defectNamed('first-path-of-the-mask-only'), mock.url);
  writeFileSync(join(folder, 'other.yaml'), `baseUrl: ${backend.url}/\n`);
  const run = (key: string) => {
    const against = ['--against-config', 'other.yaml', '--against-api-key', key];
    return runCli(['conform', ...against, ...SELECTION, '--reports', 'first'], { cwd: folder });
  };
  const { status, stdout } = await run('another-key');
  expect(status, stdout).toBe(0);
  expect(stdout).toContain(`Compared with ${backend.url} (`);
  expect(read('first').against?.differences).not.toEqual([]);
  expect(new Set(read('first').against?.differences.map(({ broken }) => broken))).not.toContain('this');
  const wrong = await run('not-its-key');
  expect(wrong.status, wrong.stdout).toBe(0);
  expect(wrong.stdout).toContain('The target rejects the API key: every operation responds with 401.');
});

test('sends nothing to either target if one target does not respond or has no consent', async () => {
  await using mock = await startMock({ port: 0 });
  const unreachable = await runCli(['conform', mock.url, '--against', 'http://127.0.0.1:1'], { cwd: folder });
  expect(unreachable.stderr).toMatch(/^integration-contract: http:\/\/127\.0\.0\.1:1 does not respond/);
  expect(unreachable.status).toBe(4);
  const far = await runCli(['conform', mock.url, '--against', 'https://backend.example'], { cwd: folder });
  expect(far.stderr).toContain('https://backend.example is not on this machine, and a run creates data there.');
  expect(far.status).toBe(2);
  await mock.admin.verifyExchanges({ times: { exactly: 0 } });
});

test.each([
  [['--against', 'mock', '--shard', '1/2', '--run-id', 'a'], '--against and --shard exclude each other'],
  [['--against-api-key', 'k'], '--against-api-key requires --against'],
  [['--against', 'example.com'], 'The base URL is "example.com"'],
])('exits 2 for %s', async (args, message) => {
  const { status, stderr } = await runCli(['conform', ...args], { cwd: folder });
  expect(stderr).toContain(message);
  expect(status).toBe(2);
});

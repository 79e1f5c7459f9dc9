import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defectNamed, startFaultyServer } from '../../conformance/faulty/index.ts';
import { startMock } from '../../mock/index.ts';
import { runCli } from '../helpers/run-cli.ts';
import { writtenReport } from '../helpers/written-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'against-'));
const PATIENCE_MS = 120_000;
const NARROWED = ['--only', 'createInvite+behaviour,D42+case:jwtKeys/update/mask/both'];

const read = (name: string) => writtenReport(folder, name);

test('a backend is judged, then the mock, and what differs is told', { timeout: PATIENCE_MS }, async () => {
  await using mock = await startMock({ port: 0 });
  const defect = defectNamed('first-path-of-the-mask-only');
  await using backend = await startFaultyServer(defect, mock.url);
  const { status, stdout } = await runCli(
    ['conform', backend.url, '--against', 'mock', ...NARROWED, '--reports', 'backend'],
    { cwd: folder },
  );
  expect(status, stdout).toBe(1);
  expect(stdout).toMatch(/^Against the mock \(conforming\): 1 of 68 requirements differ\.$/m);
  const result = read('backend');
  expect(result.against).toMatchObject({
    target: { embedded: true },
    verdict: 'conforming',
    differences: [{ id: 'D42', broken: 'this', this: { outcome: 'failed' }, other: { outcome: 'passed' } }],
    answers: [],
  });
  expect(JSON.stringify(result)).not.toContain('"traffic"');
  // The other side has reports of its own: a gate on differences is a diff of both.
  expect(read('backend/against').verdict).toBe('conforming');
  expect((await runCli(['report', 'diff', 'backend/against', 'backend'], { cwd: folder })).status).toBe(1);
});

test('the verdict is that of the first target, whatever the other one does', { timeout: PATIENCE_MS }, async () => {
  await using mock = await startMock({ port: 0, apiKeys: ['another-key'] });
  writeFileSync(join(folder, 'other.yaml'), `baseUrl: ${mock.url}/\n`);
  const against = ['--against-config', 'other.yaml', '--against-api-key', 'not-its-key'];
  const { status, stdout } = await runCli(['conform', ...against, ...NARROWED, '--reports', 'first'], { cwd: folder });
  expect(status, stdout).toBe(0);
  expect(stdout).toContain(`Against ${mock.url} (`);
  expect(read('first').against?.differences).not.toEqual([]);
  expect(new Set(read('first').against?.differences.map(({ broken }) => broken))).not.toContain('this');
});

test('nothing is sent to either unless both are there, and somebody agrees to writes to both', async () => {
  await using mock = await startMock({ port: 0 });
  const gone = await runCli(['conform', mock.url, '--against', 'http://127.0.0.1:1'], { cwd: folder });
  expect(gone.stderr).toMatch(/^integration-contract: http:\/\/127\.0\.0\.1:1 does not respond/);
  expect(gone.status).toBe(4);
  const far = await runCli(['conform', mock.url, '--against', 'https://backend.example'], { cwd: folder });
  expect(far.stderr).toContain('https://backend.example is not this machine, and nobody has agreed to writes there.');
  expect(far.status).toBe(2);
  await mock.admin.verifyExchanges({ times: { exactly: 0 } });
});

test.each([
  [['--against', 'mock', '--shard', '1/2', '--run-id', 'a'], '--against compares whole runs'],
  [['--against-api-key', 'k'], '--against-api-key is the key of the target that --against names.'],
  [['--against', 'example.com'], 'example.com is not a base URL'],
])('%s is rejected: exit 2', async (args, message) => {
  const { status, stderr } = await runCli(['conform', ...args], { cwd: folder });
  expect(stderr).toContain(message);
  expect(status).toBe(2);
});

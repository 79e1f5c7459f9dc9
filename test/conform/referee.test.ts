import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defectNamed, startFaultyServer } from '../../conformance/faulty/index.ts';
import { SEEDED_API_KEY } from '../../conformance/index.ts';
import { startMock } from '../../mock/index.ts';
import { runCli } from '../helpers/run-cli.ts';
import { writtenReport } from '../helpers/written-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'referee-'));
/** A case that finds the defect. */
const DEFECTIVE = 'D42+case:jwtKeys/update/mask/both';
const PATIENCE_MS = 120_000;

test('Prism gives its opinion on a run, and changes nothing of the verdict', { timeout: PATIENCE_MS }, async () => {
  await using mock = await startMock({ port: 0 });
  const defect = defectNamed('first-path-of-the-mask-only');
  await using server = await startFaultyServer(defect, mock.url);
  const narrowed = ['conform', server.url, '--only', `createInvite+authentication,createInvite+behaviour,${DEFECTIVE}`];
  const alone = await runCli([...narrowed, '--reports', 'alone'], { cwd: folder });
  await mock.admin.resetState();
  const { status, stdout } = await runCli([...narrowed, '--referee', 'prism', '--reports', 'refereed'], {
    cwd: folder,
  });
  expect(status).toBe(alone.status);
  expect(status).toBe(1);
  const result = writtenReport(folder, 'refereed');
  expect(result.counts).toEqual(writtenReport(folder, 'alone').counts);
  expect(result.referee).toMatchObject({ name: 'Prism' });
  expect(result.referee?.exchanges).toBeGreaterThan(50);
  // Prism cannot see what was to change and did not; what it differs in is known.
  expect(result.referee?.disagreements.filter(({ why }) => why === undefined)).toEqual([]);
  expect(result.referee?.disagreements).toContainEqual(
    expect.objectContaining({ kind: 'requestPassed', why: 'Prism looks whether a key is there, not which' }),
  );
  expect(stdout).toContain('Second opinion: Prism');
  expect(JSON.stringify(result)).not.toContain('"traffic"');
  expect(JSON.stringify(result)).not.toContain(SEEDED_API_KEY);
});

test('another referee is rejected: exit 2', async () => {
  const { status, stderr } = await runCli(['conform', '--referee', 'nobody'], { cwd: folder });
  expect(stderr).toContain('Allowed choices are prism');
  expect(status).toBe(2);
});

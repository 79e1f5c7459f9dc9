import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defectNamed, startFaultyServer } from '../../conformance/faulty/index.ts';
import { SEEDED_API_KEY } from '../../conformance/index.ts';
import { startMock } from '../../mock/index.ts';
import { writtenReport } from '../helpers/report/written-report.ts';
import { runCli } from '../helpers/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'referee-'));
/** Value of `--only` for the case that finds the planted defect of the faulty server. */
const DEFECTIVE = 'D42+case:jwtKeys/update/mask/both';
const TIMEOUT_MS = 120_000;

test('compares a run with Prism, and does not change the verdict', { timeout: TIMEOUT_MS }, async () => {
  await using mock = await startMock({ port: 0 });
  const defect = defectNamed('first-path-of-the-mask-only');
  await using server = await startFaultyServer(defect, mock.url);
  const selected = ['conform', server.url, '--only', `createInvite+authentication,createInvite+behaviour,${DEFECTIVE}`];
  const alone = await runCli([...selected, '--reports', 'alone'], { cwd: folder });
  await mock.admin.resetState();
  const { status, stdout } = await runCli([...selected, '--referee', 'prism', '--reports', 'refereed'], {
    cwd: folder,
  });
  expect(status).toBe(alone.status);
  expect(status).toBe(1);
  const result = writtenReport(folder, 'refereed');
  expect(result.counts).toEqual(writtenReport(folder, 'alone').counts);
  expect(result.referee).toMatchObject({ name: 'Prism' });
  expect(result.referee?.exchanges).toBeGreaterThan(50);
  // Prism does not detect the planted defect, a missing update. The report names a reason for every difference.
  expect(result.referee?.disagreements.filter(({ why }) => why === undefined)).toEqual([]);
  expect(result.referee?.disagreements).toContainEqual(
    expect.objectContaining({
      kind: 'requestPassed',
      why: 'Prism checks that an API key is present, but not whether the key is correct',
    }),
  );
  expect(stdout).toContain('Referee (independent validator): Prism');
  expect(JSON.stringify(result)).not.toContain('"traffic"');
  expect(JSON.stringify(result)).not.toContain(SEEDED_API_KEY);
});

test('exits 2 for an unknown referee', async () => {
  const { status, stderr } = await runCli(['conform', '--referee', 'nobody'], { cwd: folder });
  expect(stderr).toContain('Allowed choices are prism');
  expect(status).toBe(2);
});

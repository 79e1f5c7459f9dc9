import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMock } from '../../mock/index.ts';
import { HOSTILE_BEHAVIOURS, startHostileServer } from '../helpers/hostile-server.ts';
import { writtenReport } from '../helpers/report/written-report.ts';
import { runCli } from '../helpers/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'leftovers-'));

test('exits 2 before the run if the email domain is invalid', async () => {
  const { status, stderr } = await runCli(['conform', '--email-domain', 'localhost'], { cwd: folder });
  expect(stderr).toContain('--email-domain (or CONTRACT_EMAIL_DOMAIN) is invalid');
  expect(status).toBe(2);
});

test('marks a created record as uncertain if its creation got no response', async () => {
  await using mock = await startMock({ port: 0 });
  await using server = await startHostileServer(mock.url, HOSTILE_BEHAVIOURS.resets, ({ url }) =>
    /invites$/.test(url ?? ''),
  );
  const args = ['conform', server.url, '--only', 'createInvite+behaviour', '--reports', 'reports'];
  await runCli(args, { cwd: folder });
  const { leftovers = [] } = writtenReport(folder);
  const invites = leftovers.filter(({ kind }) => kind === 'invite');
  expect(invites.length).toBeGreaterThan(0);
  expect(new Set(invites.map(({ certainty }) => certainty))).toEqual(new Set(['unknown']));
});

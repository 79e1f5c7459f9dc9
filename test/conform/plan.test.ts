import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type LogEntry, startMock } from '../../mock/index.ts';
import { listen } from '../helpers/listen.ts';
import { difference, planned } from '../helpers/planned.ts';
import { runCli } from '../helpers/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'plan-'));

test('plans the requests of a run if the configuration lacks some fixtures', async () => {
  const log: LogEntry[] = [];
  await using mock = await startMock({
    port: 0,
    log: (entry) => !entry.path.startsWith('/__admin') && log.push(entry),
  });
  const before = await mock.admin.getState();
  const fixtures = `  project: {id: 11111111-1111-4111-8111-111111111111, name: demo-project}
  integration: {id: 44444444-4444-4444-8444-444444444444}
  provider: salesforce
  installations: [55555555-5555-4555-8555-555555555551]
`;
  writeFileSync(join(folder, 'target.yaml'), `baseUrl: ${mock.url}\nfixtures:\n${fixtures}`);
  const args = [
    '--config',
    'target.yaml',
    '--only',
    'installations+behaviour,invites+behaviour,integrations+behaviour',
  ];
  const { plan } = await planned(folder, args);
  expect(log).toEqual([]);
  const { stdout } = await runCli(['conform', ...args, '--reports', 'run'], { cwd: folder });
  expect(stdout).not.toContain('NONCONFORMING');
  expect(difference(plan, log, before, await mock.admin.getState())).toEqual([]);
  expect(plan.elsewhere).toMatchObject({ otherProject: 0, otherIntegration: 0 });
});

test('plans fewer than half of the requests, and no generated requests, with --quick', async () => {
  const some = ['--skip', 'integrations,object-metadata,jwt-keys'];
  const { plan: whole } = await planned(folder, some);
  const { plan: quick } = await planned(folder, ['--quick', ...some]);
  expect(quick.requests / whole.requests).toBeLessThan(0.5);
  expect(whole.exploration).toBeDefined();
  expect(quick.exploration).toBeUndefined();
});

test('opens no connection to the target with --plan', async () => {
  let connections = 0;
  const server = createServer().on('connection', () => connections++);
  const baseUrl = await listen(server);
  const { plan, plannedText } = await planned(folder, [baseUrl, '--only', 'createInvite']);
  expect(connections).toBe(0);
  expect(plan.target).toEqual({ baseUrl });
  expect(plannedText).toContain(`PLAN  ${baseUrl}  ${plan.requests} requests; nothing was sent`);
  server.close();
});

test('requires no consent to plan a run against another machine', async () => {
  const { plan } = await planned(folder, ['http://staging.invalid:1', '--only', 'createInvite+behaviour']);
  expect(plan.requests).toBeGreaterThan(20);
});

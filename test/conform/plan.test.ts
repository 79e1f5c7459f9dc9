import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type LogEntry, type RunningMock, startMock } from '../../mock/index.ts';
import { REQUESTS } from '../../src/run/consent.ts';
import { type Plan, UNDEFINED_METHOD } from '../../src/run/planned-run.ts';
import { runCli } from '../helpers/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'plan-'));
const PATIENCE_MS = 120_000;

function configuration(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function planned(args: readonly string[], reports: string): Promise<{ plan: Plan; stdout: string }> {
  const { status, stdout, stderr } = await runCli(['conform', ...args, '--plan', '--reports', reports], {
    cwd: folder,
  });
  expect(status, stderr).toBe(0);
  return { plan: JSON.parse(readFileSync(join(folder, reports, 'plan.json'), 'utf8')), stdout };
}

function countBy(values: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, same]) => [value, same.length]));
}

async function sizes({ admin }: RunningMock): Promise<number[]> {
  const { integrations, jwtKeys, invites, installations } = await admin.getState();
  return [integrations, jwtKeys, invites, installations].map((records) => records?.length ?? 0);
}

const FIXTURES: readonly (readonly [which: string, fixtures: string, selection: readonly string[]])[] = [
  [
    'all fixtures',
    `  project: {id: 11111111-1111-4111-8111-111111111111, name: demo-project}
  otherProject: {id: 22222222-2222-4222-8222-222222222222, name: other-project}
  org: {id: 33333333-3333-4333-8333-333333333333}
  integration: {id: 44444444-4444-4444-8444-444444444444}
  otherIntegration: {id: 44444444-4444-4444-8444-444444444445}
  provider: salesforce
  installations: [55555555-5555-4555-8555-555555555551, 55555555-5555-4555-8555-555555555552, 55555555-5555-4555-8555-555555555553]
`,
    [],
  ],
  [
    'no organization, no other project, one installation',
    `  project: {id: 11111111-1111-4111-8111-111111111111, name: demo-project}
  integration: {id: 44444444-4444-4444-8444-444444444444}
  provider: salesforce
  installations: [55555555-5555-4555-8555-555555555551]
`,
    ['--skip', 'refuses-body,survives'],
  ],
];

test.each(FIXTURES)(
  'a run with %s sends what was planned, leaves that behind and uses that up',
  async (which, fixtures, selection) => {
    const log: LogEntry[] = [];
    await using mock = await startMock({
      port: 0,
      log: (entry) => !entry.path.startsWith('/__admin') && log.push(entry),
    });
    const before = await sizes(mock);
    const config = configuration(`${which.length}.yaml`, `baseUrl: ${mock.url}\nfixtures:\n${fixtures}`);
    const { plan } = await planned(['--config', config, ...selection], `plan-${which.length}`);
    expect(log).toEqual([]);

    const { stdout } = await runCli(['conform', '--config', config, ...selection, '--reports', 'run'], { cwd: folder });
    expect(stdout).not.toContain('NONCONFORMING');
    // A request whose connection the mock closed after a rejection is sent again.
    expect(Math.abs(log.length - plan.requests)).toBeLessThanOrEqual(4);
    for (const { operationId, byStatus } of plan.operations.filter((row) => row.operationId !== UNDEFINED_METHOD)) {
      const own = log.filter((entry) => entry.operationId === operationId && entry.method !== 'HEAD');
      const taken = own.filter(({ status }) => status < 300);
      const want = Object.entries(byStatus).filter(([status]) => status.startsWith('2'));
      expect(countBy(taken.map(({ status }) => `${status}`)), operationId).toEqual(Object.fromEntries(want));
    }
    const after = await sizes(mock);
    const { integration, jwtKey, invite } = plan.leftovers;
    const apart = fixtures.includes('otherProject');
    expect((plan.elsewhere.otherProject ?? 0) > 0 && (plan.elsewhere.otherIntegration ?? 0) > 0).toBe(apart);
    expect(after.map((size, index) => size - (before[index] ?? 0))).toEqual([
      integration,
      jwtKey,
      invite,
      -plan.installations.usedUp,
    ]);
  },
  PATIENCE_MS,
);

test(
  'a plan opens no connection to the target, and says what would be sent and left behind there',
  async () => {
    let connections = 0;
    const server = createServer().on('connection', () => connections++);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    const { plan, stdout } = await planned([baseUrl], 'none');
    expect(connections).toBe(0);
    // What somebody is asked to agree to.
    const off = Math.abs(plan.requests - REQUESTS);
    expect(off, 'REQUESTS in src/run/consent.ts, and README.md').toBeLessThan(REQUESTS / 20);
    expect(plan.target).toEqual({ baseUrl });
    expect(plan.requirements.find(({ id }) => id === 'D36')?.requests).toBeGreaterThan(0);
    expect(stdout).toContain(`PLAN  ${baseUrl}  ${plan.requests} requests; nothing was sent`);
    expect(stdout).toMatch(/\d+ integrations, \d+ JWT keys, \d+ invites, \d+ metadata groups/);
    // Of an operation without content, a path is all that can be unreadable.
    expect(stdout).toMatch(/^ {2}deleteInstallation .*, \d unreadable \(400, by default\),/m);
    expect(stdout).not.toMatch(/^ {2}createInvite .*unreadable/m);
    expect(stdout).toMatch(/of these, \d+ in otherProject, \d+ in otherIntegration/);
    expect(plan.refusedCreations).toBeGreaterThan(plan.leftovers.integration ?? 0);
    expect(stdout).toContain(`a target that accepts what it should refuse keeps up to ${plan.refusedCreations} more`);
    expect(stdout).toContain('3 of 3 configured installations used up');
    server.close();
  },
  PATIENCE_MS,
);

test(
  'a plan for another machine needs no consent',
  async () => {
    const { plan } = await planned(['http://staging.invalid:1', '--only', 'createInvite'], 'elsewhere');
    expect(plan.requests).toBeGreaterThan(100);
  },
  PATIENCE_MS,
);

import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { OPENAPI_FILE, type RunningMock, SEED, type StartOptions, startMock } from '../test/helpers/mock.ts';
import { PostgresProxy } from '../test/helpers/postgres/postgres-proxy.ts';
import { replicasTest } from '../test/helpers/postgres/replicas.ts';

/** Tests of replicas: several mocks that share a database and behave like one service. */

const KEYS = '/v1/projects/demo-project/jwt-keys';
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const NEW_KEY = { algorithm: 'RS256', publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }) };

const test = replicasTest.extend('first', ({ start }) => start()).extend('second', ({ start }) => start());

function send({ url }: Pick<RunningMock, 'url'>, method: string, path: string, body: object): Promise<Response> {
  const headers = { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' };
  return fetch(url + path, { method, headers, body: JSON.stringify(body) });
}

async function createKey(mock: Pick<RunningMock, 'url'>, label = 'new'): Promise<string> {
  const response = await send(mock, 'POST', KEYS, { ...NEW_KEY, label });
  expect(response.status).toBe(201);
  return String(((await response.json()) as { kid: string }).kid);
}

function update(mock: RunningMock, kid: string, jwtKey: object): Promise<Response> {
  return send(mock, 'PATCH', `${KEYS}/${kid}`, { updateMask: Object.keys(jwtKey), jwtKey });
}

function invite(mock: RunningMock, email: string): Promise<Response> {
  return send(mock, 'POST', `/v1/orgs/${SEED.orgs[0]?.id}/invites`, { email });
}

test('keeps all updates of one JWT key that clients send concurrently through several replicas', async ({
  first,
  second,
  start,
}) => {
  const kid = await createKey(first);
  const changes = Array.from({ length: 10 }, (_, n) => [
    update(first, kid, { label: `label ${n}` }),
    update(second, kid, { active: false }),
  ]);
  const responses = await Promise.all(changes.flat());
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  const { jwtKeys } = await (await start()).admin.getState();
  expect(jwtKeys).toEqual([expect.objectContaining({ active: false, label: expect.stringMatching(/^label \d$/) })]);
});

test('accepts only one of several invites to an address that clients send concurrently through several replicas', async ({
  first,
  second,
}) => {
  const responses = await Promise.all(
    [first, second, first, second, first, second].map((mock) => invite(mock, 'ada@example.com')),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
});

test('returns the same journal from each replica, with every exchange immediately after its response', async ({
  first,
  second,
}) => {
  for (const [n, mock] of [first, second, first, second].entries()) {
    await createKey(mock);
    for (const { admin } of [first, second])
      expect(await admin.verifyExchanges({ method: 'POST', times: { exactly: n + 1 } })).toMatchObject({
        count: n + 1,
      });
  }
  const { exchanges } = await first.admin.getJournal();
  expect(exchanges.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
});

test('applies a fault exactly as often as its count allows, in all replicas together', async ({ first, second }) => {
  await first.admin.putFault({ fault: 'twice' }, { operations: ['createInvite'], count: 2, error: { status: 500 } });
  const responses = await Promise.all(
    [first, second, first, second].map((mock, n) => invite(mock, `${n}@example.com`)),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 500, 500]);
  expect(await second.admin.getFault({ fault: 'twice' })).toMatchObject({ struck: 2 });
});

test('shares the sandboxes, snapshots and settings between replicas', async ({ first, second }) => {
  const [team, same] = [first.sandbox('team'), second.sandbox('team')];
  await team.admin.putSnapshot({ snapshot: 'empty' });
  await team.admin.patchSettings({ identifierSeed: 7 });
  const kids = [await createKey(team), await createKey(same)];
  expect(new Set(kids).size).toBe(2);
  expect((await same.admin.getState()).jwtKeys?.map(({ id }) => id).sort()).toEqual(kids.sort());
  await same.admin.restoreSnapshot({ snapshot: 'empty' });
  expect((await team.admin.getState()).jwtKeys).toEqual([]);
  await second.admin.deleteSandbox({ sandbox: 'team' });
  const { sandboxes } = await first.admin.listSandboxes();
  expect(sandboxes.map(({ name }) => name)).not.toContain('team');
});

test('increases updateTime with each update even if the clocks of two replicas differ by 30 seconds', async ({
  start,
  first,
}) => {
  const ahead = await start({ clock: { now: () => new Date(Date.now() + 30_000) } });
  const kid = await createKey(first);
  const times: number[] = [];
  for (const mock of [first, ahead, first, ahead, first]) {
    const { updateTime } = (await (await update(mock, kid, { active: true })).json()) as { updateTime: string };
    times.push(Date.parse(updateTime));
  }
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(new Set(times).size).toBe(times.length);
});

test('lists each replica with the same name as the label of the metrics of this replica', async ({ first, second }) => {
  const { replicas } = await first.admin.listReplicas();
  const metrics = await Promise.all([first.admin.getMetrics(), second.admin.getMetrics()]);
  const labels = metrics.map((text) => /replica="([^"]+)"/.exec(text)?.[1]);
  expect(replicas.map(({ name }) => name).sort()).toEqual(labels.sort());
});

test.for<[string, StartOptions, string]>([
  ['another size of the journal', { journal: 5 }, '--journal is 5; expected 1000'],
  ['another lifetime of sandboxes', { sandboxTtl: 60 }, '--sandbox-ttl is 60; expected 86400'],
])('rejects a replica with %s', async ([, options, message], { first, start }) => {
  expect(first.url).toBeDefined();
  await expect(start(options)).rejects.toThrow(message);
});

test('rejects a replica with another document, unless the option acceptDocument allows different documents', async ({
  first,
  start,
}) => {
  const spec = join(mkdtempSync(join(tmpdir(), 'replicas-')), 'openapi.yaml');
  writeFileSync(spec, `${readFileSync(OPENAPI_FILE, 'utf8')}# another document\n`);
  await expect(start({ spec })).rejects.toThrow(
    /^The OpenAPI document of this mock has SHA-256 \w+; expected \w+ as in the replica .+ of postgres:\/\/mock@127\.0\.0\.1:\d+\/\w+\. /,
  );
  await start({ spec, acceptDocument: true });
  expect(new Set((await first.admin.listReplicas()).replicas.map(({ document }) => document)).size).toBe(2);
});

test('responds with 503 within eight seconds while the database hangs', async ({ server, database }) => {
  await using proxy = await PostgresProxy.start(server.port);
  await using mock = await startMock({ port: 0, data: database.replace(`:${server.port}/`, `:${proxy.port}/`) });
  await createKey(mock);
  proxy.stopped = true;
  const tooLate = sleep(8000, 'no response', { ref: false });
  // The mock must create the sandbox `new`, but only read the sandbox `default`, so both kinds of access must fail.
  const requests = [mock, mock.sandbox('new'), mock, mock.sandbox('new')].map(async (sandbox, n) => {
    const response = await Promise.race([send(sandbox, 'POST', KEYS, { ...NEW_KEY, label: `key ${n}` }), tooLate]);
    if (typeof response === 'string') return response;
    return [response.status, response.headers.get('Content-Type'), response.headers.has('Retry-After')];
  });
  expect(await Promise.all(requests)).toEqual(requests.map(() => [503, 'application/problem+json', true]));
  proxy.resume();
});

test('reports in the health check that the mock is not ready while the database does not respond', async ({
  server,
  database,
}) => {
  await using proxy = await PostgresProxy.start(server.port);
  await using mock = await startMock({ port: 0, data: database.replace(`:${server.port}/`, `:${proxy.port}/`) });
  const health = async () => {
    const response = await fetch(`${mock.url}/__admin/health`);
    return { status: response.status, body: await response.json() };
  };
  expect(await health()).toMatchObject({ status: 200, body: { live: true, ready: true } });
  proxy.stopped = true;
  const waiting = invite(mock, 'ada@example.com');
  await expect.poll(health).toMatchObject({ status: 503, body: { live: true, ready: false } });
  proxy.cut();
  const rejected = await waiting;
  expect(rejected.status).toBe(503);
  expect(rejected.headers.get('Content-Type')).toBe('application/problem+json');
  expect(rejected.headers.get('Retry-After')).toMatch(/^\d+$/);
  proxy.resume();
  await expect.poll(health).toMatchObject({ status: 200 });
  expect((await invite(mock, 'grace@example.com')).status).toBe(201);
});

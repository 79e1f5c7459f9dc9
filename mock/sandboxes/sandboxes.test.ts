import supertest from 'supertest';
import { afterAll, describe, expect, test } from 'vitest';
import { createMock, kinds, SEED } from '../../test/helpers/mock.ts';
import { MemoryStore } from '../stores/memory-store.ts';
import { Sandboxes } from './sandboxes.ts';

const mock = await createMock();
afterAll(() => mock.close());
const api = supertest(mock.app);

const ORG = '33333333-3333-4333-8333-333333333333';

function invite(base: string, email = 'ada@example.com') {
  return api.post(`${base}/v1/orgs/${ORG}/invites`).set('X-Api-Key', 'test-key').send({ email });
}

async function names(): Promise<string[]> {
  const { body } = await api.get('/__admin/sandboxes').expect(200);
  return body.sandboxes.map(({ name }: { name: string }) => name);
}

test('creates an isolated sandbox from the seed on the first use of the sandbox', async () => {
  await invite('/sandboxes/one').expect(201);
  await invite('/sandboxes/one').expect(409);
  await invite('/sandboxes/two').expect(201);
  await invite('').expect(201);
  const { body } = await api.get('/sandboxes/two/__admin/state').expect(200);
  expect(body.invites).toHaveLength(1);
  expect(body.projects).toEqual(SEED.projects);
});

test('returns a Location header whose path is within the sandbox', async () => {
  const { headers } = await api
    .post('/sandboxes/links/v1/projects/demo-project/integrations')
    .set('X-Api-Key', 'test-key')
    .send({
      name: 'n',
      provider: 'hubspot',
      latestRevision: { specVersion: '1.0.0', content: { name: 'n', provider: 'hubspot' } },
    })
    .expect(201);
  expect(headers.location).toMatch(/^\/sandboxes\/links\/v1\/projects\/demo-project\/integrations\//);
});

test('isolates the records of 200 concurrent sandboxes', async () => {
  const each = Array.from({ length: 200 }, (_, n) => `/sandboxes/parallel-${n}`);
  const statuses = await Promise.all(
    each.map(async (base) => {
      const first = await invite(base);
      const second = await invite(base);
      const { body } = await api.get(`${base}/__admin/state`);
      return [first.status, second.status, body.invites.length];
    }),
  );
  expect(statuses).toEqual(each.map(() => [201, 409, 1]));
});

test.each(['a.b', 'a b', 'x'.repeat(65), 'é', '%00'])('rejects %j as the name of a sandbox', async (name) => {
  const { body } = await invite(`/sandboxes/${encodeURIComponent(name)}`).expect(404);
  expect(body.detail).toContain('1 to 64 letters');
});

test('lists a sandbox with its times of creation and last use, its requests and its faults, and deletes the sandbox', async () => {
  await invite('/sandboxes/short').expect(201);
  await api.post('/sandboxes/short/__admin/faults').send({ garble: true }).expect(201);
  // The mock writes an exchange to the journal after the response, but at the latest when a client reads the journal.
  await api.get('/sandboxes/short/__admin/journal').expect(200);
  const { body } = await api.get('/__admin/sandboxes').expect(200);
  expect(body.sandboxes).toContainEqual({
    name: 'short',
    createdAt: expect.stringMatching(/Z$/),
    lastUsedAt: expect.stringMatching(/Z$/),
    requests: 1,
    journalBytes: expect.toSatisfy((bytes: number) => bytes > 200, 'more than the body of the request'),
    faults: 1,
  });
  await api.delete('/__admin/sandboxes/short').expect(204);
  expect(await names()).not.toContain('short');
  await api.delete('/__admin/sandboxes/short').expect(404);
  await invite('/sandboxes/short').expect(201);
});

test('deletes all idle sandboxes except the default sandbox', async () => {
  const store = new MemoryStore();
  const sandboxes = new Sandboxes({ store, kinds, settings: {} });
  await sandboxes.setSeed(SEED);
  await sandboxes.open('default');
  await sandboxes.open('idle');
  expect(await sandboxes.expire(60_000)).toEqual([]);
  expect(await sandboxes.expire(-1)).toEqual(['idle']);
  expect((await sandboxes.list()).map(({ name }) => name)).toEqual(['default']);
  await store.close();
});

describe('the clock of a sandbox', () => {
  const now = async (base: string) => (await api.get(`${base}/__admin/clock`).expect(200)).body.now;

  test('shows the fixed time of a sandbox, advances this time on request, and returns to the real time', async () => {
    const base = '/sandboxes/still';
    await api.put(`${base}/__admin/clock`).send({ fixed: '2026-01-15T09:30:00Z' }).expect(200);
    expect((await invite(base)).body.createTime).toBe('2026-01-15T09:30:00.000Z');
    await api.post(`${base}/__admin/clock/advance`).send({ seconds: 1.5 }).expect(200);
    expect(await now(base)).toBe('2026-01-15T09:30:01.500Z');
    await api.put(`${base}/__admin/clock`).send({}).expect(200);
    expect(Date.parse(await now(base))).toBeGreaterThan(Date.parse('2026-02-01T00:00:00Z'));
  });

  test('applies the offset of a clock to only one sandbox', async () => {
    await api.post('/sandboxes/ahead/__admin/clock/advance').send({ seconds: 86_400 }).expect(200);
    const ahead = Date.parse(await now('/sandboxes/ahead')) - Date.parse(await now('/sandboxes/behind'));
    expect(Math.round(ahead / 60_000)).toBe(24 * 60);
  });

  test('expires an invite by the clock of the sandbox', async () => {
    const base = '/sandboxes/expiry';
    await invite(base).expect(201);
    await api
      .post(`${base}/__admin/clock/advance`)
      .send({ seconds: 7 * 86_400 })
      .expect(200);
    await invite(base).expect(201);
    const { body } = await api.get(`${base}/__admin/state`);
    expect(body.invites.map(({ status }: { status: string }) => status).sort()).toEqual(['expired', 'pending']);
  });

  test.each([[{ fixed: 'noon' }], [{ fixed: '2026-01-15T09:30:00Z', offsetMs: 1 }], [{ offsetMs: 1e15 }]])(
    'rejects %j',
    async (setting) => {
      await api.put('/__admin/clock').send(setting).expect(400);
    },
  );
});

describe('the settings of a sandbox', () => {
  test('generates the same identifiers for the same seed in each sandbox', async () => {
    const ids = async (base: string) => {
      await api.patch(`${base}/__admin/settings`).send({ identifierSeed: 7 }).expect(200);
      return [(await invite(base, 'a@example.com')).body.id, (await invite(base, 'b@example.com')).body.id];
    };
    const first = await ids('/sandboxes/seeded-1');
    expect(await ids('/sandboxes/seeded-2')).toEqual(first);
    expect(new Set(first).size).toBe(2);
  });

  test('restores the default of a setting with null, and all defaults on reset', async () => {
    const base = '/sandboxes/settings';
    const patch = (change: object) => api.patch(`${base}/__admin/settings`).send(change);
    expect((await patch({ inviteLifetimeSeconds: 5, strict: true }).expect(200)).body).toMatchObject({
      inviteLifetimeSeconds: 5,
      strict: true,
    });
    expect((await patch({ inviteLifetimeSeconds: null }).expect(200)).body).not.toHaveProperty('inviteLifetimeSeconds');
    await api.post(`${base}/__admin/reset`).expect(204);
    expect((await api.get(`${base}/__admin/settings`)).body).not.toHaveProperty('strict');
  });

  test('rejects an unknown setting', async () => {
    const { body } = await api.patch('/__admin/settings').send({ clocks: {} }).expect(400);
    expect(body.detail).toContain('clocks');
  });
});

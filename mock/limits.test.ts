import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { createMock, kinds, startMock } from '../test/helpers/mock.ts';
import { LIMITS } from './core/limits.ts';
import { LIFE } from './core/store.ts';
import { Sandboxes } from './sandboxes/sandboxes.ts';
import { MemoryStore } from './stores/memory-store.ts';

/** Tests of the limits in docs/reference/limits.md, except the limits of request bodies. */

const INVITES = '/v1/orgs/33333333-3333-4333-8333-333333333333/invites';
const KEY = { 'X-Api-Key': 'test-key' };
const LONG = 'x'.repeat(15_000);

async function namesOf(api: ReturnType<typeof supertest>): Promise<string[]> {
  const { body } = await api.get('/__admin/sandboxes').expect(200);
  return body.sandboxes.map(({ name }: { name: string }) => name);
}

describe('the sandboxes', () => {
  test('creates a sandbox only for a request with a valid API key or for a request to the control API', async () => {
    await using mock = await startMock({ port: 0 });
    const api = supertest(mock.url);
    await api.post(`/sandboxes/none${INVITES}`).send({ email: 'ada@example.com' }).expect(401);
    await api.post(`/sandboxes/wrong${INVITES}`).set('X-Api-Key', 'wrong').send({}).expect(401);
    await api.get('/sandboxes/unknown/v1/nowhere').expect(404);
    await api.post(`/sandboxes/keyed${INVITES}`).set(KEY).send({ email: 'ada@example.com' }).expect(201);
    await api.get('/sandboxes/controlled/__admin/state').expect(200);
    expect((await namesOf(api)).sort()).toEqual(['controlled', 'default', 'keyed']);
  });

  test('rejects a request for a new sandbox above the largest number of sandboxes if clients used every sandbox in the last minute', async () => {
    const mock = await createMock({ maxSandboxes: 2 });
    const api = supertest(mock.app);
    await api.post(INVITES).set(KEY).send({ email: 'ada@example.com' }).expect(201);
    await api.post(`/sandboxes/one${INVITES}`).set(KEY).send({ email: 'ada@example.com' }).expect(201);
    const { body, headers } = await api.post(`/sandboxes/two${INVITES}`).set(KEY).send({}).expect(503);
    expect([body.detail, headers['retry-after']]).toEqual([expect.stringContaining('--max-sandboxes'), '60']);
    await api.delete('/__admin/sandboxes/one').expect(204);
    await api.post(`/sandboxes/two${INVITES}`).set(KEY).send({ email: 'ada@example.com' }).expect(201);
    await mock.close();
  });

  test('deletes the sandbox that has been idle for the longest time if a new sandbox exceeds the largest number of sandboxes, but never deletes the default sandbox', async () => {
    const store = new MemoryStore();
    const notices: string[] = [];
    const sandboxes = new Sandboxes({ store, kinds, settings: {}, most: 3, notice: (text) => notices.push(text) });
    for (const [name, minute] of [
      ['default', 0],
      ['old', 2],
      ['older', 1],
    ] as const) {
      await sandboxes.open(name);
      const lastUsedAt = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
      await store.transaction(name, (tx) => tx.put(LIFE, [], { createdAt: lastUsedAt, lastUsedAt }));
    }
    await sandboxes.open('new');
    expect((await sandboxes.list()).map(({ name }) => name).sort()).toEqual(['default', 'new', 'old']);
    expect(notices).toEqual([expect.stringMatching(/^Deleted the sandbox older, .* 3 sandboxes, the limit/)]);
  });

  test('rejects requests with a body while the sandboxes need more memory than the limit, until a reset', async () => {
    const mock = await createMock({ memoryLimit: 100_000 });
    const api = supertest(mock.app);
    const create = () =>
      api
        .post(INVITES)
        .set(KEY)
        .send({ email: `${Math.random()}@example.com`, ignored: LONG });
    await expect.poll(async () => (await create()).status, { interval: 1, timeout: 30_000 }).toBe(503);
    const { body } = await create().expect(503);
    expect(body.detail).toContain('--memory-limit');
    await api.post('/__admin/reset').expect(204);
    await expect.poll(async () => (await create()).status, { interval: 50, timeout: 10_000 }).not.toBe(503);
    await mock.close();
  });
});

describe('the connections', () => {
  const connectTo = (url: string): Socket =>
    connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  const HEAD = 'GET /__admin/health HTTP/1.1\r\nHost: 127.0.0.1\r\n';
  const responseOn = async (socket: Socket) => String((await once(socket, 'data'))[0]);

  test('closes each new connection above the largest number of connections, and accepts a new connection after an open connection has ended', async () => {
    await using mock = await startMock({ port: 0, maxConnections: 2 });
    const open = [connectTo(mock.url), connectTo(mock.url)];
    for (const socket of open) {
      socket.write(`${HEAD}\r\n`);
      expect(await responseOn(socket)).toMatch(/^HTTP\/1\.1 200 /);
    }
    const further = connectTo(mock.url);
    further.write(`${HEAD}\r\n`);
    await once(further, 'close');
    expect(further.bytesRead).toBe(0);
    open[0]?.destroy();
    await expect.poll(async () => (await fetch(`${mock.url}/__admin/health`).catch(() => undefined))?.status).toBe(200);
    open[1]?.destroy();
  });

  test('rejects a request whose head does not arrive completely within the time limit, even if the client still sends bytes', async () => {
    await using mock = await startMock({ port: 0 });
    const socket = connectTo(mock.url);
    const start = performance.now();
    socket.write(HEAD);
    const timer = setInterval(() => socket.write('X-Slow: y\r\n'), 200);
    const response = await responseOn(socket);
    clearInterval(timer);
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(performance.now() - start).toBeGreaterThan(LIMITS.headersSeconds.default * 900);
    await once(socket, 'close');
  }, 60_000);
});

test('deletes the oldest exchanges of a journal that needs more bytes than the limit', async () => {
  const mock = await createMock();
  const api = supertest(mock.app);
  const count = Math.ceil(LIMITS.journalBytes.default / LONG.length) + 50;
  for (let n = 0; n < count; n++) await api.post(INVITES).set(KEY).send({ email: LONG });
  const { body } = await api.get('/__admin/journal?limit=1000').expect(200);
  expect(body.exchanges.length).toBeLessThan(count - 50);
  expect(body.exchanges.length).toBeGreaterThan(count / 3);
  expect(body.exchanges.at(-1).sequence).toBe(count);
  await mock.close();
});

test('rejects a query of the journal with too many comparisons', async () => {
  const mock = await createMock();
  const api = supertest(mock.app);
  for (let n = 0; n < 30; n++)
    await api
      .post(INVITES)
      .set(KEY)
      .send({ email: `${n}@example.com` })
      .expect(201);
  const $oneOf = Array.from({ length: 40_000 }, (_, n) => ({ email: `none-${n}` }));
  const { body } = await api
    .post('/__admin/journal/count')
    .send({ request: { body: { $oneOf } } })
    .expect(422);
  expect(body.detail).toContain('comparisons');
  const few = { request: { body: { $oneOf: $oneOf.slice(0, 3) } } };
  await api.post('/__admin/journal/count').send(few).expect(200, { count: 0 });
  await mock.close();
});

test.each([
  ['/v1/{a}{a}{a}{a}{a}{a}/z', `/v1/${'x'.repeat(5000)}`, false],
  ['/v1/{a}-{b}/z', '/v1/x-y/z', true],
  ['/v1/{a}-{b}/z', '/v1/-y/z', false],
  ['/v1/{a}/*', '/v1/x/y/z', true],
  ['/v1/{a}', '/v1/', false],
])(
  'finds an exchange in the journal only if its path matches the path pattern %s',
  async (path, requested, expected) => {
    const mock = await createMock();
    const api = supertest(mock.app);
    await api.get(requested).expect(404);
    const { body } = await api.post('/__admin/journal/count').send({ path }).expect(200);
    expect(body.count).toBe(expected ? 1 : 0);
    await mock.close();
  },
);

test('rejects a new snapshot above the largest number of snapshots, but replaces an existing snapshot', async () => {
  const mock = await createMock();
  const api = supertest(mock.app);
  for (let n = 0; n < LIMITS.snapshots.default; n++) await api.put(`/__admin/snapshots/s-${n}`).expect(201);
  await api.put('/__admin/snapshots/more').expect(422);
  await api.put('/__admin/snapshots/s-0').expect(200);
  await mock.close();
});

describe('the clock', () => {
  test.each([
    ['a leap second', 'put', '/__admin/clock', { fixed: '2016-12-31T23:59:60Z' }],
    ['a year above 9998', 'post', '/__admin/clock/advance', { seconds: 3_155_760_000 }],
  ] as const)('rejects %s as the time of a sandbox, and responds to later requests', async (_, method, path, sent) => {
    const mock = await createMock();
    const api = supertest(mock.app);
    await api.put('/__admin/clock').send({ fixed: '9990-01-01T00:00:00Z' }).expect(200);
    await api[method](path).send(sent).expect(400);
    await api.post(INVITES).set(KEY).send({ email: 'ada@example.com' }).expect(201);
    await mock.close();
  });

  test('rejects a second request to advance the clock by a century, and responds to later requests', async () => {
    const mock = await createMock();
    const api = supertest(mock.app);
    for (const status of [200, 400])
      await api.post('/__admin/clock/advance').send({ seconds: 3_155_760_000 }).expect(status);
    await api.get('/__admin/settings').expect(200);
    await api.post(INVITES).set(KEY).send({ email: 'ada@example.com' }).expect(201);
    await mock.close();
  });
});

import https from 'node:https';
import { text } from 'node:stream/consumers';
import { HttpResponse, http, passthrough } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../src/client/client.ts';
import { createMswMock, startMock } from '../test/helpers/mock.ts';
import type { Fault } from './core/fault.ts';

/** The mock behind Mock Service Worker: without a port, and otherwise the same. */

const BASE_URL = 'https://api.example.com';
const INVITES = '/v1/orgs/33333333-3333-4333-8333-333333333333/invites';
const HEADERS = { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' };

const mock = await createMswMock({ baseUrl: BASE_URL });
const listening = await startMock({ port: 0 });
const network = setupServer(...mock.handlers);
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => mock.admin.resetState());
afterEach(() => network.resetHandlers());
afterAll(async () => {
  network.close();
  await mock.close();
  await listening.close();
});

function invite(base = BASE_URL, init: RequestInit = {}) {
  return fetch(base + INVITES, { method: 'POST', headers: HEADERS, body: '{"email":"ada@example.com"}', ...init });
}

async function invites(world: Pick<typeof mock, 'admin'> = mock) {
  return (await world.admin.getState()).invites;
}

describe('code under test', () => {
  test('finds a service that remembers', async () => {
    expect((await invite()).status).toBe(201);
    expect((await invite()).status).toBe(409);
    expect(await invites()).toHaveLength(1);
  });

  test('may use the typed client', async () => {
    const client = createClient({ baseUrl: BASE_URL, apiKey: 'test-key' });
    const { data } = await client.POST('/orgs/{orgId}/invites', {
      params: { path: { orgId: '33333333-3333-4333-8333-333333333333' } },
      body: { email: 'ada@example.com' },
    });
    expect(data?.invitedEmail).toBe('ada@example.com');
  });

  test('may use http of Node', async () => {
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const sent = https.request(BASE_URL + INVITES, { method: 'POST', headers: HEADERS }, async (response) => {
      await text(response);
      resolve(response.statusCode);
    });
    sent.write('{"email":');
    sent.end('"ada@example.com"}');
    expect(await promise).toBe(201);
  });

  test('is told where it asked', async () => {
    const { href } = (await (await invite(BASE_URL, { headers: {} })).json()) as { href: string };
    expect(href).toMatch(/^https:\/\/api\.example\.com\/problems\/unauthorized$/);
  });

  test('is a sandbox by its path', async () => {
    await invite(`${BASE_URL}/sandboxes/a`);
    expect(await invites(mock.sandbox('a'))).toHaveLength(1);
    expect(await invites()).toEqual([]);
  });

  test('ends its wait when it wants to', async () => {
    const late = invite(BASE_URL, { headers: { ...HEADERS, Prefer: 'delay=20000' }, signal: AbortSignal.timeout(50) });
    await expect(late).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('meets every fault', async () => {
    const { admin } = mock;
    await admin.addFault({ reset: 'before', count: 1 });
    await expect(invite()).rejects.toThrow(TypeError);
    await admin.addFault({ truncate: true, count: 1 });
    await expect(invite().then((answer) => answer.json())).rejects.toThrow();
    await admin.addFault({ error: { status: 503 }, count: 1 });
    expect((await invite()).status).toBe(503);
  });

  test('does not reach the control', async () => {
    expect((await fetch(`${BASE_URL}/__admin/reset`, { method: 'POST' })).status).toBe(403);
    expect((await fetch(`${BASE_URL}/__admin/health`)).status).toBe(200);
  });

  test('gets what another handler answers before', async () => {
    network.use(http.post(`${BASE_URL}${INVITES}`, () => HttpResponse.json({}, { status: 503 })));
    expect((await invite()).status).toBe(503);
  });

  test.each(['https://other.example', 'http://api.example.com', 'https://api.example.com:8443'])(
    'is left alone at %s',
    async (other) => {
      network.use(http.all(`${other}/*`, () => HttpResponse.text('other')));
      network.use(...mock.handlers);
      expect(await (await fetch(`${other}/v1`)).text()).toBe('other');
    },
  );
});

describe('answers are those of a mock with a port', () => {
  const key = { label: 'Schlüssel 🔑', algorithm: 'RS256', publicKeyPem: 'none' };
  const rows: [string, string, RequestInit][] = [
    ['created', INVITES, { method: 'POST', headers: HEADERS, body: '{"email":"grace@example.com"}' }],
    [
      'without a body',
      '/v1/projects/demo-project/integrations/44444444-4444-4444-8444-444444444444/installations/55555555-5555-4555-8555-555555555551',
      { method: 'DELETE', headers: HEADERS },
    ],
    [
      'rejected for its body',
      '/v1/projects/demo-project/jwt-keys',
      { method: 'POST', headers: HEADERS, body: JSON.stringify(key) },
    ],
    ['rejected for its method', INVITES, { method: 'PUT', headers: HEADERS }],
    ['rejected for its media type', INVITES, { method: 'POST', headers: { 'X-Api-Key': 'test-key' }, body: 'x' }],
    [
      'rejected for its size',
      INVITES,
      { method: 'POST', headers: HEADERS, body: `{"email":"${'x'.repeat(2 ** 20)}"}` },
    ],
    ['unknown', '/v1/nothing?x=y', {}],
    [
      'a preflight',
      INVITES,
      { method: 'OPTIONS', headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' } },
    ],
    ['a page', '/problems/not-found', {}],
  ];

  const settled = async (answer: Response, base: string) => ({
    status: answer.status,
    headers: Object.fromEntries(
      [...answer.headers].filter(([name]) => !/^(connection|keep-alive|date|x-request-id|content-length)$/.test(name)),
    ),
    body: (await answer.text()).replaceAll(base, '').replaceAll(/"urn:uuid:[^"]*"/g, '""'),
  });

  test.each(rows)('%s', async (_, path, init) => {
    network.use(http.all(`${listening.url}/*`, () => passthrough()));
    for (const { admin } of [mock, listening]) {
      await admin.resetState();
      await admin.patchSettings({ identifierSeed: 7, clock: { fixed: '2026-01-15T09:30:00Z' } });
    }
    const wanted = await settled(await fetch(listening.url + path, init), listening.url);
    expect(await settled(await fetch(BASE_URL + path, init), BASE_URL)).toEqual(wanted);
  });
});

describe('a sandbox', () => {
  test('takes the base URL itself into its world', async () => {
    await invite();
    const world = mock.sandbox();
    network.use(...world.handlers);
    expect((await invite()).status).toBe(201);
    expect(await invites(world)).toHaveLength(1);
    expect((await invite(`${BASE_URL}/sandboxes/other`)).status).toBe(201);
  });

  test('is of one test alone, though tests run at once', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 20 }, () =>
        network.boundary(async () => {
          await using world = mock.sandbox();
          network.use(...world.handlers);
          return [(await invite()).status, (await invite()).status, (await invites(world))?.length];
        })(),
      ),
    );
    expect(statuses).toEqual(statuses.map(() => [201, 409, 1]));
    expect(await invites()).toEqual([]);
  });
});

test('with a token, the control is open to code that has it', async () => {
  await using guarded = await createMswMock({ baseUrl: 'https://guarded.example', adminToken: 's3cret' });
  network.use(...guarded.handlers);
  const reset = (headers: Record<string, string>) =>
    fetch('https://guarded.example/sandboxes/a/__admin/reset', { method: 'POST', headers });
  expect((await reset({})).status).toBe(401);
  expect((await reset({ Authorization: 'Bearer s3cret' })).status).toBe(204);
  expect((await guarded.admin.listSandboxes()).sandboxes).toHaveLength(2);
});

test.each(['/api', 'api.example.com', 'https://api.example.com/v1', 'ws://api.example.com', 'https://a.example/?x'])(
  '%s is no base URL',
  async (baseUrl) => {
    await expect(createMswMock({ baseUrl })).rejects.toThrow(/^baseUrl is an origin without a path, such as https:/);
  },
);

test.each<[string, Fault, number | 'nothing']>([
  ['a reset', { reset: 'after' }, 'nothing'],
  ['a truncated body', { truncate: true }, 'nothing'],
  ['a drip', { drip: { bytesPerSecond: 5000 } }, 201],
  ['a rate limit', { rateLimit: { limit: 0, windowSeconds: 1 } }, 429],
])('faults strike as over a network: %s', async (_, fault, want) => {
  await mock.admin.addFault(fault);
  const met = await invite()
    .then(async (response) => (await response.text()) && response.status)
    .catch(() => 'nothing');
  expect(met).toBe(want);
  expect(await invites()).toHaveLength(want === 429 ? 0 : 1);
});

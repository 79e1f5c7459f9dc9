import https from 'node:https';
import { text } from 'node:stream/consumers';
import { HttpResponse, http, passthrough } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../src/client/client.ts';
import { createMswMock, startMock } from '../test/helpers/mock.ts';
import type { Fault } from './core/fault.ts';

/** Tests of the mock behind Mock Service Worker. */

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

async function invites(sandbox: Pick<typeof mock, 'admin'> = mock) {
  return (await sandbox.admin.getState()).invites;
}

describe('the code under test', () => {
  test('keeps the state between two requests of the code under test', async () => {
    expect((await invite()).status).toBe(201);
    expect((await invite()).status).toBe(409);
    expect(await invites()).toHaveLength(1);
  });

  test('responds to requests of the typed client', async () => {
    const client = createClient({ baseUrl: BASE_URL, apiKey: 'test-key' });
    const { data } = await client.POST('/orgs/{orgId}/invites', {
      params: { path: { orgId: '33333333-3333-4333-8333-333333333333' } },
      body: { email: 'ada@example.com' },
    });
    expect(data?.invitedEmail).toBe('ada@example.com');
  });

  test('responds to requests that the code under test sends with node:https', async () => {
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const sent = https.request(BASE_URL + INVITES, { method: 'POST', headers: HEADERS }, async (response) => {
      await text(response);
      resolve(response.statusCode);
    });
    sent.write('{"email":');
    sent.end('"ada@example.com"}');
    expect(await promise).toBe(201);
  });

  test('returns URLs that begin with the base URL of the code under test', async () => {
    const { href } = (await (await invite(BASE_URL, { headers: {} })).json()) as { href: string };
    expect(href).toMatch(/^https:\/\/api\.example\.com\/problems\/unauthorized$/);
  });

  test('selects the sandbox that the path of a request names', async () => {
    await invite(`${BASE_URL}/sandboxes/a`);
    expect(await invites(mock.sandbox('a'))).toHaveLength(1);
    expect(await invites()).toEqual([]);
  });

  test('aborts a delayed request when the code under test aborts the request', async () => {
    const delayed = invite(BASE_URL, {
      headers: { ...HEADERS, Prefer: 'delay=20000' },
      signal: AbortSignal.timeout(50),
    });
    await expect(delayed).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('applies the effects of faults to the requests of the code under test', async () => {
    const { admin } = mock;
    await admin.addFault({ reset: 'before', count: 1 });
    await expect(invite()).rejects.toThrow(TypeError);
    await admin.addFault({ truncate: true, count: 1 });
    await expect(invite().then((answer) => answer.json())).rejects.toThrow();
    await admin.addFault({ error: { status: 503 }, count: 1 });
    expect((await invite()).status).toBe(503);
  });

  test('rejects requests of the code under test to the control API with 403', async () => {
    expect((await fetch(`${BASE_URL}/__admin/reset`, { method: 'POST' })).status).toBe(403);
    expect((await fetch(`${BASE_URL}/__admin/health`)).status).toBe(200);
  });

  test('returns the response of a handler of MSW that precedes the handlers of the mock', async () => {
    network.use(http.post(`${BASE_URL}${INVITES}`, () => HttpResponse.json({}, { status: 503 })));
    expect((await invite()).status).toBe(503);
  });

  test.each(['https://other.example', 'http://api.example.com', 'https://api.example.com:8443'])(
    'ignores requests to another origin: %s',
    async (other) => {
      network.use(http.all(`${other}/*`, () => HttpResponse.text('other')));
      network.use(...mock.handlers);
      expect(await (await fetch(`${other}/v1`)).text()).toBe('other');
    },
  );
});

describe('a response behind MSW', () => {
  const key = { label: 'Schlüssel 🔑', algorithm: 'RS256', publicKeyPem: 'none' };
  const rows: [string, string, RequestInit][] = [
    ['a created record', INVITES, { method: 'POST', headers: HEADERS, body: '{"email":"grace@example.com"}' }],
    [
      'a response without a body',
      '/v1/projects/demo-project/integrations/44444444-4444-4444-8444-444444444444/installations/55555555-5555-4555-8555-555555555551',
      { method: 'DELETE', headers: HEADERS },
    ],
    [
      'the rejection of a body',
      '/v1/projects/demo-project/jwt-keys',
      { method: 'POST', headers: HEADERS, body: JSON.stringify(key) },
    ],
    ['the rejection of a method', INVITES, { method: 'PUT', headers: HEADERS }],
    ['the rejection of a media type', INVITES, { method: 'POST', headers: { 'X-Api-Key': 'test-key' }, body: 'x' }],
    [
      'the rejection of a too large body',
      INVITES,
      { method: 'POST', headers: HEADERS, body: `{"email":"${'x'.repeat(2 ** 20)}"}` },
    ],
    ['an unknown path', '/v1/nothing?x=y', {}],
    [
      'a preflight',
      INVITES,
      { method: 'OPTIONS', headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' } },
    ],
    ['a page', '/problems/not-found', {}],
  ];

  const comparable = async (answer: Response, base: string) => ({
    status: answer.status,
    headers: Object.fromEntries(
      [...answer.headers].filter(([name]) => !/^(connection|keep-alive|date|x-request-id|content-length)$/.test(name)),
    ),
    body: (await answer.text()).replaceAll(base, '').replaceAll(/"urn:uuid:[^"]*"/g, '""'),
  });

  test.each(rows)('returns the same response as a mock that listens on a port: %s', async (_, path, init) => {
    network.use(http.all(`${listening.url}/*`, () => passthrough()));
    for (const { admin } of [mock, listening]) {
      await admin.resetState();
      await admin.patchSettings({ identifierSeed: 7, clock: { fixed: '2026-01-15T09:30:00Z' } });
    }
    const expected = await comparable(await fetch(listening.url + path, init), listening.url);
    expect(await comparable(await fetch(BASE_URL + path, init), BASE_URL)).toEqual(expected);
  });
});

describe('a sandbox', () => {
  test('sends the requests for the base URL to the sandbox whose handlers MSW uses', async () => {
    await invite();
    const sandbox = mock.sandbox();
    network.use(...sandbox.handlers);
    expect((await invite()).status).toBe(201);
    expect(await invites(sandbox)).toHaveLength(1);
    expect((await invite(`${BASE_URL}/sandboxes/other`)).status).toBe(201);
  });

  test('isolates concurrent tests that use different sandboxes', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 20 }, () =>
        network.boundary(async () => {
          await using sandbox = mock.sandbox();
          network.use(...sandbox.handlers);
          return [(await invite()).status, (await invite()).status, (await invites(sandbox))?.length];
        })(),
      ),
    );
    expect(statuses).toEqual(statuses.map(() => [201, 409, 1]));
    expect(await invites()).toEqual([]);
  });
});

test('allows the code under test to use the control API with the admin token', async () => {
  await using guarded = await createMswMock({ baseUrl: 'https://guarded.example', adminToken: 's3cret' });
  network.use(...guarded.handlers);
  const reset = (headers: Record<string, string>) =>
    fetch('https://guarded.example/sandboxes/a/__admin/reset', { method: 'POST', headers });
  expect((await reset({})).status).toBe(401);
  expect((await reset({ Authorization: 'Bearer s3cret' })).status).toBe(204);
  expect((await guarded.admin.listSandboxes()).sandboxes).toHaveLength(2);
});

test.each(['/api', 'api.example.com', 'https://api.example.com/v1', 'ws://api.example.com', 'https://a.example/?x'])(
  'rejects the base URL %s',
  async (baseUrl) => {
    await expect(createMswMock({ baseUrl })).rejects.toThrow(
      /^baseUrl is ".+"; expected an origin without a path, for example https:/,
    );
  },
);

test.each<[string, Fault, number | 'nothing']>([
  ['a reset', { reset: 'after' }, 'nothing'],
  ['a truncated body', { truncate: true }, 'nothing'],
  ['a slow body', { drip: { bytesPerSecond: 5000 } }, 201],
  ['a rate limit', { rateLimit: { limit: 0, windowSeconds: 1 } }, 429],
])('applies the fault %s like a mock that listens on a port', async (_, fault, want) => {
  await mock.admin.addFault(fault);
  const result = await invite()
    .then(async (response) => (await response.text()) && response.status)
    .catch(() => 'nothing');
  expect(result).toBe(want);
  expect(await invites()).toHaveLength(want === 429 ? 0 : 1);
});

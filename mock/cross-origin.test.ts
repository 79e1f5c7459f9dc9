import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../test/helpers/listen.ts';
import { type RunningMock, startMock } from '../test/helpers/mock.ts';
import { crossOrigin } from './pipeline/cross-origin.ts';

const ORIGIN = 'http://localhost:5173';
const KEYS = '/v1/projects/demo-project/jwt-keys';
const INVITES = '/v1/orgs/33333333-3333-4333-8333-333333333333/invites';

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(() => mock.close());

interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface TestRequest {
  readonly method?: string;
  /** The request headers, including headers that a browser does not allow a page to set. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function send(
  path: string,
  { method = 'GET', headers = {}, body }: TestRequest = {},
  { url }: { url: string } = mock,
): Promise<TestResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers }, async (response) => {
      const text = (await response.setEncoding('utf8').toArray()).join('');
      resolve({
        status: response.statusCode ?? 0,
        headers: new Headers(Object.entries(response.headers) as [string, string][]),
        text,
      });
    });
    sent.on('error', reject).end(body);
  });
}

/**
 * Sends a CORS preflight request. A browser sends a preflight request before each request that an HTML form cannot send
 * (Fetch §4.8).
 */
function preflight(path: string, method: string, headers: string, more: Record<string, string> = {}, to = mock) {
  const sent = {
    method: 'OPTIONS',
    headers: {
      Origin: ORIGIN,
      'Access-Control-Request-Method': method,
      ...(headers && { 'Access-Control-Request-Headers': headers }),
      ...more,
    },
  };
  return send(path, sent, to);
}

function list(headers: Headers, name: string): string[] {
  return (headers.get(name) ?? '').split(',').map((item) => item.trim().toLowerCase());
}

/**
 * Response headers that the mock need not expose: headers that a page can always read (Fetch §2.2.2), and headers of
 * the connection.
 */
const NOT_EXPOSED = [
  ...['cache-control', 'content-language', 'content-length', 'content-type', 'expires', 'last-modified', 'pragma'],
  ...['connection', 'keep-alive', 'transfer-encoding', 'vary'],
];

/** Expects that a page of the given origin may read the response to a request with credentials. */
function expectAllowed({ headers }: TestResponse, origin = ORIGIN): void {
  expect(headers.get('access-control-allow-origin')).toBe(origin);
  expect(headers.get('access-control-allow-credentials')).toBe('true');
  expect(list(headers, 'vary')).toContain('origin');
}

/** Expects that a page of the given origin may read all headers of the response. */
function expectReadable(response: TestResponse, origin = ORIGIN): void {
  const { headers } = response;
  expectAllowed(response, origin);
  const exposed = list(headers, 'access-control-expose-headers');
  const sent = [...headers.keys()].filter((name) => !NOT_EXPOSED.includes(name) && !name.startsWith('access-control-'));
  expect(sent.filter((name) => !exposed.includes(name))).toEqual([]);
}

describe('a response to a page of another origin', () => {
  const json = { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' };
  const other = '/v1/projects/other-project';
  const invite = JSON.stringify({ email: 'ada@example.com' });
  const integration = JSON.stringify({
    name: 'cross-origin',
    provider: 'salesforce',
    latestRevision: { specVersion: '1.0.0', content: { name: 'cross-origin', provider: 'salesforce' } },
  });
  test.each<[string, number, string, TestRequest]>([
    ['a creation', 201, `${other}/integrations`, { method: 'POST', headers: json, body: integration }],
    ['a rejection', 400, KEYS, { method: 'POST', headers: json, body: '{}' }],
    ['an unknown API key', 401, KEYS, { method: 'POST', body: '{}' }],
    ['an unknown path', 404, '/v1/nothing', {}],
    ['an unknown path outside the API', 404, '/nothing', {}],
    ['an undefined method', 405, KEYS, {}],
    ['a too large body', 413, KEYS, { method: 'POST', headers: json, body: ' '.repeat(2 ** 21) }],
    ['an unsupported media type', 415, KEYS, { method: 'POST', headers: { 'X-Api-Key': 'test-key' }, body: 'a' }],
    [
      'a response selected with Prefer',
      409,
      INVITES,
      { method: 'POST', headers: { ...json, Prefer: 'code=409' }, body: invite },
    ],
    ['an unknown path of another sandbox', 404, '/sandboxes/cross-origin/v1/nothing', {}],
    ['an invalid sandbox name', 404, '/sandboxes/a.b/v1/nothing', {}],
    ['the page of a problem type', 200, '/problems/not-found', {}],
    ['OPTIONS without a preflight', 405, KEYS, { method: 'OPTIONS' }],
  ])('exposes the headers of the response to a page of another origin: %s', async (_, status, path, sent) => {
    const response = await send(path, { ...sent, headers: { ...sent.headers, Origin: ORIGIN } });
    expectReadable(response);
    expect(response.status, response.text).toBe(status);
  });

  test.each(['https://app.example.com', 'http://192.168.0.7:3000', 'null', 'capacitor://localhost'])(
    'exposes the response headers to the origin %s',
    async (Origin) => expectReadable(await send(KEYS, { headers: { Origin } }), Origin),
  );

  test('allows any origin to read the response to a request with too large headers', async () => {
    const flood = { Origin: ORIGIN, Cookie: 'a'.repeat(20_000) };
    const { status, headers } = await send(KEYS, { headers: flood });
    expect(status).toBe(431);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('a preflight', () => {
  const PATHS = [KEYS, `${KEYS}/1`, '/v1/nothing', '/nothing', '/', '/sandboxes/cross-origin/v1/projects/a/jwt-keys'];
  test.each(PATHS)('allows every method and every header in the response to a preflight for %s', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await preflight(path, method, 'content-type,prefer,x-api-key,x-other');
      expect(response.status).toBe(204);
      expectAllowed(response);
      expect(list(response.headers, 'access-control-allow-methods')).toContain(method.toLowerCase());
      expect(list(response.headers, 'access-control-allow-headers')).toEqual([
        'content-type',
        'prefer',
        'x-api-key',
        'x-other',
      ]);
    }
  });

  test('accepts a preflight without an API key and without requested headers', async () => {
    const response = await preflight(KEYS, 'POST', '');
    expect(response.status).toBe(204);
    expect(response.headers.has('access-control-allow-headers')).toBe(false);
  });

  test('allows the access to a private network only if the preflight requests this access', async () => {
    const network = { 'Access-Control-Request-Private-Network': 'true' };
    const requested = await preflight(KEYS, 'POST', 'content-type', network);
    expect(requested.headers.get('access-control-allow-private-network')).toBe('true');
    const other = await preflight(KEYS, 'POST', 'content-type');
    expect(other.headers.has('access-control-allow-private-network')).toBe(false);
  });
});

test('omits the CORS headers from the response to a request without Origin', async () => {
  const { headers } = await send(KEYS);
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

test('exposes the headers that another OpenAPI document declares', async () => {
  const spec = join(mkdtempSync(join(tmpdir(), 'cross-origin-')), 'spec.yaml');
  writeFileSync(
    spec,
    `openapi: 3.1.0
info: {title: Other, version: "1"}
paths:
  /things:
    get:
      responses:
        "200":
          description: All of them.
          headers: {X-Total-Count: {required: true, schema: {type: integer}, example: 3}}
`,
  );
  await using other = await startMock({ port: 0, spec });
  const response = await send('/things', { headers: { Origin: ORIGIN } }, other);
  expect(response.headers.get('x-total-count')).toBe('3');
  expectReadable(response);
});

describe('headers that are passed to writeHead', () => {
  test.each<[string, Parameters<ServerResponse['writeHead']>]>([
    ['an object', [200, { 'X-A': '1', 'X-B': '2' }]],
    ['a reason and an object', [200, 'Fine', { 'X-A': '1', 'X-B': '2' }] as never],
    ['alternating names and values', [200, ['X-A', '1', 'X-B', '2']]],
  ])('exposes headers that the mock passes to writeHead as %s', async (_, args) => {
    const app = express().use(crossOrigin([]), (_request, response) => {
      response.writeHead(...args).end();
    });
    const server = createServer(app);
    const { headers } = await send('/', { headers: { Origin: ORIGIN } }, { url: await listen(server) });
    server.close();
    expect(list(headers, 'access-control-expose-headers')).toEqual(expect.arrayContaining(['x-a', 'x-b', 'date']));
    expect(headers.get('x-b')).toBe('2');
  });
});

describe('the control API', () => {
  test.each(['/__admin/health', '/__admin/state', '/__admin/none', '/sandboxes/cross-origin/__admin/state'])(
    'omits the CORS headers from responses of the control API if the mock has no admin token: %s',
    async (path) => {
      const network = { 'Access-Control-Request-Private-Network': 'true' };
      const answers = [
        await send(path, { headers: { Origin: ORIGIN } }),
        await preflight(path, 'PUT', 'content-type', network),
      ];
      for (const { headers } of answers)
        expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    },
  );

  describe('with a token', () => {
    let guarded: RunningMock;
    beforeAll(async () => {
      guarded = await startMock({ port: 0, adminToken: 't-0d41', adminOrigin: [ORIGIN] });
    });
    afterAll(() => guarded.close());
    const token = { Authorization: 'Bearer t-0d41' };

    test('omits the CORS headers from a response of the control API to an origin that --admin-origin does not name', async () => {
      await using other = await startMock({ port: 0, adminToken: 't-0d41' });
      const { headers } = await send('/__admin/state', { headers: { ...token, Origin: ORIGIN } }, other);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    });

    test.each(['', '/sandboxes/cross-origin'])(
      'accepts a preflight without a token for the control API below the path %j',
      async (base) => {
        const response = await preflight(`${base}/__admin/reset`, 'POST', 'authorization,content-type', {}, guarded);
        expect(response.status).toBe(204);
        expectAllowed(response);
        expect(list(response.headers, 'access-control-allow-headers')).toEqual(['authorization', 'content-type']);
      },
    );

    test.each<[string, number, string, TestRequest]>([
      ['a response', 200, '/__admin/state', { headers: token }],
      ['a response of a sandbox', 204, '/sandboxes/cross-origin/__admin/reset', { method: 'POST', headers: token }],
      ['the rejection of a missing token', 401, '/__admin/state', {}],
      ['the response for an unknown path', 404, '/__admin/none', { headers: token }],
      ['the health check', 200, '/__admin/health', {}],
    ])('exposes %s of the control API to a page of the origin in --admin-origin', async (_, status, path, sent) => {
      const response = await send(path, { ...sent, headers: { ...sent.headers, Origin: ORIGIN } }, guarded);
      expect(response.status).toBe(status);
      expectReadable(response);
    });
  });
});

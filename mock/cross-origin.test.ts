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

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Sent {
  readonly method?: string;
  /** Sent as it is: what a browser would not let a page set. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function send(
  path: string,
  { method = 'GET', headers = {}, body }: Sent = {},
  { url }: { url: string } = mock,
): Promise<Answer> {
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

/** What a browser asks before it lets a page send a request that no form could (Fetch §4.8). */
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

/** What a page may read without being told (Fetch §2.2.2), and what is about the connection. */
const NO_NEED = [
  ...['cache-control', 'content-language', 'content-length', 'content-type', 'expires', 'last-modified', 'pragma'],
  ...['connection', 'keep-alive', 'transfer-encoding', 'vary'],
];

/** The browser lets a page of the origin see this, though credentials were sent. */
function expectAllowed({ headers }: Answer, origin = ORIGIN): void {
  expect(headers.get('access-control-allow-origin')).toBe(origin);
  expect(headers.get('access-control-allow-credentials')).toBe('true');
  expect(list(headers, 'vary')).toContain('origin');
}

/** … and the page may read all of it. */
function expectReadable(answer: Answer, origin = ORIGIN): void {
  const { headers } = answer;
  expectAllowed(answer, origin);
  const exposed = list(headers, 'access-control-expose-headers');
  const sent = [...headers.keys()].filter((name) => !NO_NEED.includes(name) && !name.startsWith('access-control-'));
  expect(sent.filter((name) => !exposed.includes(name))).toEqual([]);
}

describe('a page of another origin may read', () => {
  const json = { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' };
  const other = '/v1/projects/other-project';
  const invite = JSON.stringify({ email: 'ada@example.com' });
  const integration = JSON.stringify({
    name: 'cross-origin',
    provider: 'salesforce',
    latestRevision: { specVersion: '1.0.0', content: { name: 'cross-origin', provider: 'salesforce' } },
  });
  test.each<[string, number, string, Sent]>([
    ['a creation', 201, `${other}/integrations`, { method: 'POST', headers: json, body: integration }],
    ['a rejection', 400, KEYS, { method: 'POST', headers: json, body: '{}' }],
    ['that its key is unknown', 401, KEYS, { method: 'POST', body: '{}' }],
    ['that nothing is there', 404, '/v1/nothing', {}],
    ['that nothing is there, outside the API', 404, '/nothing', {}],
    ['that its method is not defined', 405, KEYS, {}],
    ['that its body is too large', 413, KEYS, { method: 'POST', headers: json, body: ' '.repeat(2 ** 21) }],
    ['that its media type is unknown', 415, KEYS, { method: 'POST', headers: { 'X-Api-Key': 'test-key' }, body: 'a' }],
    [
      'an answer that it asked for',
      409,
      INVITES,
      { method: 'POST', headers: { ...json, Prefer: 'code=409' }, body: invite },
    ],
    ['another sandbox', 404, '/sandboxes/cross-origin/v1/nothing', {}],
    ['that no sandbox has such a name', 404, '/sandboxes/a.b/v1/nothing', {}],
    ['what a problem means', 200, '/problems/not-found', {}],
    ['the methods of a path', 405, KEYS, { method: 'OPTIONS' }],
  ])('%s', async (_, status, path, sent) => {
    const answer = await send(path, { ...sent, headers: { ...sent.headers, Origin: ORIGIN } });
    expectReadable(answer);
    expect(answer.status, answer.text).toBe(status);
  });

  test.each(['https://app.example.com', 'http://192.168.0.7:3000', 'null', 'capacitor://localhost'])(
    'whatever its origin is: %s',
    async (Origin) => expectReadable(await send(KEYS, { headers: { Origin } }), Origin),
  );

  test('what is hardly HTTP', async () => {
    const flood = { Origin: ORIGIN, Cookie: 'a'.repeat(20_000) };
    const { status, headers } = await send(KEYS, { headers: flood });
    expect(status).toBe(431);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('a preflight', () => {
  const PATHS = [KEYS, `${KEYS}/1`, '/v1/nothing', '/nothing', '/', '/sandboxes/cross-origin/v1/projects/a/jwt-keys'];
  test.each(PATHS)('lets every method and every header through for %s', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await preflight(path, method, 'content-type,prefer,x-api-key,x-whatever');
      expect(answer.status).toBe(204);
      expectAllowed(answer);
      expect(list(answer.headers, 'access-control-allow-methods')).toContain(method.toLowerCase());
      expect(list(answer.headers, 'access-control-allow-headers')).toEqual([
        'content-type',
        'prefer',
        'x-api-key',
        'x-whatever',
      ]);
    }
  });

  test('needs no key, and is answered without headers to allow, too', async () => {
    const answer = await preflight(KEYS, 'POST', '');
    expect(answer.status).toBe(204);
    expect(answer.headers.has('access-control-allow-headers')).toBe(false);
  });

  test('lets a public page reach the private network when it asks to, and says nothing of it else', async () => {
    const network = { 'Access-Control-Request-Private-Network': 'true' };
    const asked = await preflight(KEYS, 'POST', 'content-type', network);
    expect(asked.headers.get('access-control-allow-private-network')).toBe('true');
    const unasked = await preflight(KEYS, 'POST', 'content-type');
    expect(unasked.headers.has('access-control-allow-private-network')).toBe(false);
  });
});

test('a client that is no page gets nothing of this', async () => {
  const { headers } = await send(KEYS);
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

test('a page may read the headers that only another document describes', async () => {
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
  const answer = await send('/things', { headers: { Origin: ORIGIN } }, other);
  expect(answer.headers.get('x-total-count')).toBe('3');
  expectReadable(answer);
});

describe('any form of headers that an answer leaves with is exposed', () => {
  test.each<[string, Parameters<ServerResponse['writeHead']>]>([
    ['an object', [200, { 'X-A': '1', 'X-B': '2' }]],
    ['a reason and an object', [200, 'Fine', { 'X-A': '1', 'X-B': '2' }] as never],
    ['names and values by turns', [200, ['X-A', '1', 'X-B', '2']]],
  ])('%s', async (_, args) => {
    const app = express().use(crossOrigin({ control: false }), (_request, response) => {
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
    'lets no page of another origin use %s',
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
      guarded = await startMock({ port: 0, adminToken: 't-0d41' });
    });
    afterAll(() => guarded.close());
    const token = { Authorization: 'Bearer t-0d41' };

    test.each(['', '/sandboxes/cross-origin'])(
      'answers the preflight of a page below %j, which has no token',
      async (world) => {
        const answer = await preflight(`${world}/__admin/reset`, 'POST', 'authorization,content-type', {}, guarded);
        expect(answer.status).toBe(204);
        expectAllowed(answer);
        expect(list(answer.headers, 'access-control-allow-headers')).toEqual(['authorization', 'content-type']);
      },
    );

    test.each<[string, number, string, Sent]>([
      ['an answer', 200, '/__admin/state', { headers: token }],
      ['an answer of a sandbox', 204, '/sandboxes/cross-origin/__admin/reset', { method: 'POST', headers: token }],
      ['that the token is wanting', 401, '/__admin/state', {}],
      ['that nothing is there', 404, '/__admin/none', { headers: token }],
      ['whether the mock is well', 200, '/__admin/health', {}],
    ])('lets a page of another origin read %s', async (_, status, path, sent) => {
      const answer = await send(path, { ...sent, headers: { ...sent.headers, Origin: ORIGIN } }, guarded);
      expect(answer.status).toBe(status);
      expectReadable(answer);
    });
  });
});

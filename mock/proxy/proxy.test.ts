import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, request } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, listen } from '../../test/helpers/listen.ts';
import { createMock, type RunningMock, startMock } from '../../test/helpers/mock.ts';
import type { LogEntry } from '../journal/log-entry.ts';

/** Tests of the proxy in front of a backend. */

const KEY = { 'X-Api-Key': 'test-key' };
const INVITES = '/v1/orgs/33333333-3333-4333-8333-333333333333/invites';

async function backend(listener: RequestListener) {
  const server = createServer(listener);
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
  return { url: await listen(server), [Symbol.asyncDispose]: close };
}

/** Starts a backend that sends the bytes of `respond` over the connection, instead of a valid HTTP response. */
async function tcpBackend(respond: (socket: Socket) => void) {
  const server = createTcpServer((socket) => socket.on('error', () => undefined).once('data', () => respond(socket)));
  return { url: await listen(server), [Symbol.asyncDispose]: async () => void server.close() };
}

async function proxyOf(target: string, options: { mocked?: string[]; timeoutMs?: number } = {}) {
  const { app, close } = await createMock({ proxy: { target, ...options } });
  return { api: supertest(app), [Symbol.asyncDispose]: close };
}

describe('a proxy for a conforming backend', () => {
  let real: RunningMock;
  beforeAll(async () => {
    real = await startMock({ port: 0 });
  });
  afterAll(() => real.close());

  test('forwards the responses of a conforming backend unchanged, and reports no violation', async () => {
    await using proxy = await proxyOf(real.url);
    const email = 'a@example.com';
    const { body, headers } = await proxy.api.post(INVITES).set(KEY).send({ email }).expect(201);
    expect(headers['x-contract-violations']).toBe('0');
    expect(body.invitedEmail).toBe(email);
    const { body: problem } = await proxy.api.post(INVITES).set(KEY).send({ email }).expect(409);
    expect(problem.detail).toContain('pending invite');
  });

  test('forwards a request that violates the contract to the backend, and reports the violation', async () => {
    await using proxy = await proxyOf(real.url);
    const { headers } = await proxy.api.post(INVITES).set(KEY).send({ mail: 'a@example.com' }).expect(400);
    expect(headers['x-contract-violations']).toBe('1');
    expect(headers['x-contract-violation']).toBe('request body /email D70: email is required.');
  });

  test('names the rule of a missing API key', async () => {
    await using proxy = await proxyOf(real.url);
    const { headers } = await proxy.api.post(INVITES).send({ email: 'a@example.com' }).expect(401);
    expect(headers['x-contract-violation']).toBe('request header /X-Api-Key D02: X-Api-Key is required.');
  });

  test('forwards a request for an unknown path to the backend, and reports the violation', async () => {
    await using proxy = await proxyOf(real.url);
    const { headers } = await proxy.api.get('/v1/nothing').set(KEY).expect(404);
    expect(headers['x-contract-violation']).toContain('no operation for GET /v1/nothing');
    expect((await proxy.api.get(INVITES).set(KEY).expect(405)).headers.allow).toBe('POST');
  });

  test('responds to a mocked operation without the backend', async () => {
    await using proxy = await proxyOf(real.url, { mocked: ['createInvite'] });
    const { headers } = await proxy.api.post(INVITES).set(KEY).send({ email: 'b@example.com' }).expect(201);
    expect(headers).not.toHaveProperty('x-contract-violations');
    const state = await (await fetch(`${real.url}/__admin/state`)).json();
    expect(JSON.stringify(state)).not.toContain('b@example.com');
  });
});

describe('a proxy for a nonconforming backend', () => {
  test.each([
    ['a wrong media type', 201, { 'Content-Type': 'text/html' }, '<p>', 'response header /Content-Type'],
    ['invalid JSON', 201, { 'Content-Type': 'application/json' }, '{', 'response body'],
    ['a body that violates the schema', 201, { 'Content-Type': 'application/json' }, '{}', 'response body /id D70'],
    [
      'an error that is not a problem document',
      404,
      { 'Content-Type': 'application/json' },
      '{}',
      'response header /Content-Type D20: The media type: expected application/problem+json',
    ],
  ])(
    'forwards a response of the backend with %s, and reports the violation',
    async (_, status, headers, body, violation) => {
      await using real = await backend((_request, response) => response.writeHead(status, headers).end(body));
      await using proxy = await startMock({ port: 0, proxy: { target: real.url } });
      const answer = await fetch(proxy.url + INVITES, { method: 'POST', headers: KEY });
      expect([answer.status, await answer.text()]).toEqual([status, body]);
      expect(answer.headers.get('x-contract-violation')).toContain(violation);
    },
  );
});

test('serves /docs even if the document has no base path', async () => {
  const spec = join(mkdtempSync(join(tmpdir(), 'proxy-')), 'openapi.json');
  writeFileSync(spec, JSON.stringify({ openapi: '3.1.0', info: { title: 'Plain', version: '1' }, paths: {} }));
  await using real = await backend((_request, response) => response.end('the backend'));
  const { app, close } = await createMock({ spec, proxy: { target: real.url } });
  const { text } = await supertest(app).get('/docs').expect(200);
  expect(text).toContain('Plain');
  expect((await supertest(app).get('/elsewhere').expect(200)).headers['x-contract-violations']).toBe('1');
  await close();
});

test('keeps the request ID that the backend sends in its response', async () => {
  await using real = await backend((_request, response) => response.writeHead(404, { 'X-Request-Id': 'r-1' }).end());
  await using proxy = await startMock({ port: 0, proxy: { target: real.url } });

  const { headers } = await fetch(proxy.url + INVITES, { method: 'POST', headers: KEY });

  expect(headers.get('X-Request-Id')).toBe('r-1');
  expect((await fetch(`${proxy.url}/__admin/journal/r-1`)).status).toBe(200);
});

test.each([
  ['C1 control characters', 'r-\u009b31m\u0085'],
  ['more than 200 characters', 'r'.repeat(201)],
])('replaces a request ID from the backend that has %s, in the response and in the log', async (_, id) => {
  await using real = await backend((_request, response) => response.writeHead(404, { 'X-Request-Id': id }).end());
  const { promise: logged, resolve: log } = Promise.withResolvers<LogEntry>();
  await using proxy = await startMock({ port: 0, proxy: { target: real.url }, log });

  const { headers } = await fetch(proxy.url + INVITES, { method: 'POST', headers: KEY });

  const { requestId } = await logged;
  expect(requestId).toMatch(/^[\da-f-]{36}$/);
  expect(headers.get('X-Request-Id')).toBe(requestId);
});

test('records in the journal the request, the response, the violations of the request and the violations of the response', async () => {
  await using real = await backend((_request, response) =>
    response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"id": 1}'),
  );
  await using proxy = await proxyOf(real.url);
  await proxy.api.post(INVITES).set(KEY).send({ mail: 'a@example.com' }).expect(201);
  const { body } = await proxy.api.get('/__admin/journal?rule=D70').expect(200);
  expect(body.exchanges).toMatchObject([
    {
      operationId: 'createInvite',
      request: { headers: { 'x-api-key': '[redacted]' }, body: { mail: 'a@example.com' } },
      response: { status: 201, body: { id: 1 } },
      rules: expect.arrayContaining(['D70']),
      violations: expect.arrayContaining([
        expect.objectContaining({ message: 'request', pointer: '/email' }),
        expect.objectContaining({ message: 'response', pointer: '/id' }),
      ]),
    },
  ]);
});

describe('a proxy for a failing backend', () => {
  test('returns 502 if the backend is unreachable', async () => {
    const gone = await backend(() => undefined);
    await gone[Symbol.asyncDispose]();
    await using proxy = await proxyOf(gone.url);
    const { body } = await proxy.api.post(INVITES).set(KEY).send({ email: 'a@example.com' }).expect(502);
    expect(body.detail).toContain(`${gone.url}/ cannot be reached (ECONNREFUSED)`);
  });

  test('returns 504 if the backend does not respond in time', async () => {
    await using real = await backend(() => undefined);
    await using proxy = await proxyOf(real.url, { timeoutMs: 50 });
    const { body } = await proxy.api.post(INVITES).set(KEY).send({ email: 'a@example.com' }).expect(504);
    expect(body.detail).toContain('within 50 ms');
  });

  test('returns 502 if the response of the backend is too large', async () => {
    await using real = await backend((_request, response) => {
      response.writeHead(201);
      const chunk = Buffer.alloc(2 ** 20);
      const more = () => response.write(chunk, (error) => error ?? more());
      more();
    });
    await using proxy = await proxyOf(real.url);
    const { body } = await proxy.api.post(INVITES).set(KEY).send({ email: 'a@example.com' }).expect(502);
    expect(body.detail).toContain('more than');
  });
});

test('returns 502 if the backend switches to another protocol', async () => {
  await using real = await tcpBackend((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  );
  await using proxy = await proxyOf(real.url);
  const { body } = await proxy.api.post(INVITES).set(KEY).send({ email: 'a@example.com' }).expect(502);
  expect(body.detail).toContain('responded with 101');
});

test('returns 502 if the URL of the backend is the URL of the proxy', async () => {
  const port = await freePort();
  await using proxy = await startMock({ port, proxy: { target: `http://127.0.0.1:${port}` } });
  const answer = await fetch(proxy.url + INVITES, { method: 'POST', headers: KEY });
  expect(answer.status).toBe(502);
  expect(await answer.text()).toContain('leads back to this proxy');
});

test('forwards only paths below the base URL of the backend', async () => {
  const paths: (string | undefined)[] = [];
  await using real = await backend(({ url }, response) => {
    paths.push(url);
    response.end();
  });
  await using proxy = await startMock({ port: 0, proxy: { target: `${real.url}/api` } });
  const { port } = new URL(proxy.url);
  const send = (path: string) =>
    new Promise<number | undefined>((resolve) => {
      const outgoing = request({ port, path, headers: KEY }, (response) => resolve(response.resume().statusCode));
      outgoing.end();
    });
  expect(await send('/v1/../../internal')).toBe(400);
  await send('http://other.example/v1/things');
  expect(paths).toEqual(['/api/v1/things']);
});

test('ends the request to the backend when the client disconnects, and logs no error', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: received, resolve: receive } = Promise.withResolvers<void>();
  await using real = await backend((incoming) => {
    incoming.socket.on('close', () => end());
    receive();
  });
  const errors: unknown[] = [];
  await using proxy = await startMock({ port: 0, proxy: { target: real.url }, report: (error) => errors.push(error) });
  const leaving = new AbortController();
  const answer = fetch(proxy.url + INVITES, { method: 'POST', headers: KEY, signal: leaving.signal });
  await received;
  leaving.abort();
  await expect(answer).rejects.toThrow('aborted');
  await ended;
  expect(errors).toEqual([]);
});

test('redacts the API key of the client, although the proxy does not know the API key in advance', async () => {
  const key = 'caller-key-4f5e6d';
  await using real = await backend((incoming, response) =>
    response
      .writeHead(404, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ echo: incoming.headers['x-api-key'] })),
  );
  const logged: LogEntry[] = [];
  const log = (entry: LogEntry) => logged.push(entry);
  const { app, close } = await createMock({ proxy: { target: real.url }, log });
  await using _ = { [Symbol.asyncDispose]: close };
  const api = supertest(app);
  await api.get(`/v1/nothing?again=${key}`).set('X-Api-Key', key).expect(404);
  await api.get('/v1/nothing?access_token=another-key-1a2b').expect(404);
  const journal = await api.get('/__admin/journal').expect(200);
  const shown = JSON.stringify([journal.body, logged]);
  expect(shown).toContain('[redacted]');
  expect(shown).not.toMatch(/4f5e6d|1a2b/);
});

test.each([['not a URL'], ['ftp://x'], ['localhost:8080']])('rejects %s as the URL of a backend', async (target) => {
  await expect(createMock({ proxy: { target } })).rejects.toThrow(/^The backend is ".*"; expected a URL/);
});

test('rejects an unknown operation in the list of mocked operations', async () => {
  const wrong = createMock({ proxy: { target: 'http://localhost', mocked: ['createKey'] } });
  await expect(wrong).rejects.toThrow('--mock is createKey; expected operations of the document');
});

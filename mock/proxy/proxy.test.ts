import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../../test/helpers/listen.ts';
import { createMock, type RunningMock, startMock } from '../../test/helpers/mock.ts';

/** A proxy in front of a real backend. */

const KEY = { 'X-Api-Key': 'test-key' };
const INVITES = '/v1/orgs/33333333-3333-4333-8333-333333333333/invites';

async function backend(listener: RequestListener) {
  const server = createServer(listener);
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
  return { url: await listen(server), [Symbol.asyncDispose]: close };
}

async function proxyOf(target: string, options: { mocked?: string[]; timeoutMs?: number } = {}) {
  const { app, close } = await createMock({ proxy: { target, ...options } });
  return { api: supertest(app), [Symbol.asyncDispose]: close };
}

describe('in front of a backend that keeps the contract', () => {
  let real: RunningMock;
  beforeAll(async () => {
    real = await startMock({ port: 0 });
  });
  afterAll(() => real.close());

  test('answers pass as they came, without a violation', async () => {
    await using proxy = await proxyOf(real.url);
    const email = 'a@example.com';
    const { body, headers } = await proxy.api.post(INVITES).set(KEY).send({ email }).expect(201);
    expect(headers['x-contract-violations']).toBe('0');
    expect(body.invitedEmail).toBe(email);
    const { body: problem } = await proxy.api.post(INVITES).set(KEY).send({ email }).expect(409);
    expect(problem.detail).toContain('pending invite');
  });

  test('a request that breaks the contract passes, and is told of', async () => {
    await using proxy = await proxyOf(real.url);
    const { headers } = await proxy.api.post(INVITES).set(KEY).send({ mail: 'a@example.com' }).expect(400);
    expect(headers['x-contract-violations']).toBe('1');
    expect(headers['x-contract-violation']).toBe('request body /email D70: email is required.');
  });

  test('what the document does not know is passed on and told of', async () => {
    await using proxy = await proxyOf(real.url);
    const { headers } = await proxy.api.get('/v1/nothing').set(KEY).expect(404);
    expect(headers['x-contract-violation']).toContain('no operation for GET /v1/nothing');
    expect((await proxy.api.get(INVITES).set(KEY).expect(405)).headers.allow).toBe('POST');
  });

  test('operations that are not built yet are answered by the mock', async () => {
    await using proxy = await proxyOf(real.url, { mocked: ['createInvite'] });
    const { headers } = await proxy.api.post(INVITES).set(KEY).send({ email: 'b@example.com' }).expect(201);
    expect(headers).not.toHaveProperty('x-contract-violations');
    const state = await (await fetch(`${real.url}/__admin/state`)).json();
    expect(JSON.stringify(state)).not.toContain('b@example.com');
  });
});

describe('in front of a backend that breaks the contract', () => {
  test.each([
    ['another media type', 201, { 'Content-Type': 'text/html' }, '<p>', 'response header /Content-Type'],
    ['no JSON', 201, { 'Content-Type': 'application/json' }, '{', 'response body'],
    ['a body that breaks the schema', 201, { 'Content-Type': 'application/json' }, '{}', 'response body /id D70'],
    ['an error that is no problem', 404, { 'Content-Type': 'application/json' }, '{}', 'application/problem+json'],
  ])('%s is told of', async (_, status, headers, body, told) => {
    await using real = await backend((_request, response) => response.writeHead(status, headers).end(body));
    await using proxy = await startMock({ port: 0, proxy: { target: real.url } });
    const answer = await fetch(proxy.url + INVITES, { method: 'POST', headers: KEY });
    expect([answer.status, await answer.text()]).toEqual([status, body]);
    expect(answer.headers.get('x-contract-violation')).toContain(told);
  });
});

test('/docs is there also in front of a backend whose document has no base path', async () => {
  const spec = join(mkdtempSync(join(tmpdir(), 'proxy-')), 'openapi.json');
  writeFileSync(spec, JSON.stringify({ openapi: '3.1.0', info: { title: 'Plain', version: '1' }, paths: {} }));
  await using real = await backend((_request, response) => response.end('the backend'));
  const { app, close } = await createMock({ spec, proxy: { target: real.url } });
  const { text } = await supertest(app).get('/docs').expect(200);
  expect(text).toContain('Plain');
  expect((await supertest(app).get('/elsewhere').expect(200)).headers['x-contract-violations']).toBe('1');
  await close();
});

test('an exchange keeps the name that the backend gave it', async () => {
  await using real = await backend((_request, response) => response.writeHead(404, { 'X-Request-Id': 'r-1' }).end());
  await using proxy = await startMock({ port: 0, proxy: { target: real.url } });

  const { headers } = await fetch(proxy.url + INVITES, { method: 'POST', headers: KEY });

  expect(headers.get('X-Request-Id')).toBe('r-1');
  expect((await fetch(`${proxy.url}/__admin/journal/r-1`)).status).toBe(200);
});

test('the journal has both messages, and the violations of each', async () => {
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

describe('when the backend fails', () => {
  test('nobody there is a 502 that says so', async () => {
    const gone = await backend(() => undefined);
    await gone[Symbol.asyncDispose]();
    await using proxy = await proxyOf(gone.url);
    const { body } = await proxy.api.post(INVITES).set(KEY).send({ email: 'a@example.com' }).expect(502);
    expect(body.detail).toContain(`${gone.url}/ cannot be reached (ECONNREFUSED)`);
  });

  test('no answer in time is a 504', async () => {
    await using real = await backend(() => undefined);
    await using proxy = await proxyOf(real.url, { timeoutMs: 50 });
    const { body } = await proxy.api.post(INVITES).set(KEY).send({ email: 'a@example.com' }).expect(504);
    expect(body.detail).toContain('within 50 ms');
  });

  test('an answer without end is cut off with a 502', async () => {
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

test.each([['not a URL'], ['ftp://x'], ['localhost:8080']])('%s is no backend', async (target) => {
  await expect(createMock({ proxy: { target } })).rejects.toThrow('no URL of a backend');
});

test('an operation that there is not cannot be mocked', async () => {
  const wrong = createMock({ proxy: { target: 'http://localhost', mocked: ['createKey'] } });
  await expect(wrong).rejects.toThrow('createKey: there is no such operation');
});

import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterAll, describe, expect, test } from 'vitest';
import { createMock, type LogEntry, startMock } from '../../test/helpers/mock.ts';

/** Tests of the contents of the journal. */

const mock = await startMock({ port: 0, apiKeys: ['test-key', 's3cret/key'] });
afterAll(() => mock.close());
const api = supertest(mock.url);

const ORG = '33333333-3333-4333-8333-333333333333';
const INVITES = `/v1/orgs/${ORG}/invites`;

let sandboxes = 0;

/** Returns the base path of a new sandbox. */
function sandbox(): string {
  return `/sandboxes/journal-${sandboxes++}`;
}

function invite(base: string, body: object | string = { email: 'ada@example.com' }, key = 'test-key') {
  return api
    .post(base + INVITES)
    .set('X-Api-Key', key)
    .set('Content-Type', 'application/json')
    .send(body);
}

async function exchanges(base: string) {
  const { body } = await api.get(`${base}/__admin/journal`).expect(200);
  return body.exchanges;
}

test('returns the exchange whose ID is the X-Request-Id of the response', async () => {
  const base = sandbox();
  const { headers, body } = await invite(base).expect(201);
  const { body: exchange } = await api.get(`${base}/__admin/journal/${headers['x-request-id']}`).expect(200);
  expect(exchange).toMatchObject({
    sequence: 1,
    id: headers['x-request-id'],
    method: 'POST',
    path: INVITES,
    operationId: 'createInvite',
    request: { headers: { 'content-type': 'application/json' }, body: { email: 'ada@example.com' } },
    response: { status: 201, headers: { 'content-type': 'application/json' }, body },
  });
  expect(exchange).not.toHaveProperty('problem');
  await api.get(`${base}/__admin/journal/unknown`).expect(404);
});

test('records the problem, the rules and all violations of a rejected request in the journal', async () => {
  const base = sandbox();
  await invite(base, { mail: 'ada@example.com' }).expect(400);
  const [exchange] = await exchanges(base);
  expect(exchange).toMatchObject({
    problem: expect.stringContaining('email is required (D70).'),
    rules: ['D70'],
    violations: [{ in: 'body', pointer: '/email', rule: 'D70', expected: 'the property email', actual: 'nothing' }],
    response: { status: 400, body: { title: 'Invalid request' } },
  });
});

test('records requests with a wrong API key, method or path, but not requests to the control API or to the pages of the mock', async () => {
  const base = sandbox();
  await api.get(`${base}/__admin/clock`).expect(200);
  await invite(base, {}, 'wrong').expect(401);
  await api.get(base + INVITES).expect(405);
  await api.get(`${base}/v1/nowhere?a=b`).expect(404);
  await api.get(`${base}/__admin/clock`).expect(200);
  await api.get(`${base}/elsewhere`).expect(404);
  await api.get('/problems/not-found').expect(200);
  const all = await exchanges(base);
  expect(
    all.map(({ method, path, response }: never) => [method, path, (response as { status: number }).status]),
  ).toEqual([
    ['POST', INVITES, 401],
    ['GET', INVITES, 405],
    ['GET', '/v1/nowhere?a=b', 404],
  ]);
});

test('records the warnings, the preferences and the faults of an exchange in the journal', async () => {
  const base = sandbox();
  await invite(base, { email: 'ada@example.com', surname: 'Lovelace' }).set('Prefer', 'code=409').expect(409);
  await api
    .put(`${base}/__admin/faults/slow`)
    .send({ latency: { fixedMs: 1 } })
    .expect(201);
  await invite(base).expect(201);
  expect(await exchanges(base)).toMatchObject([
    { preferenceApplied: 'code=409', warnings: [expect.stringContaining('surname')] },
    { faults: ['slow'] },
  ]);
});

describe('the body of an exchange', () => {
  test.each([
    ['a body that is not JSON as text', '{"email": ', '{"email": '],
    ['a JSON body as a value', '{"email" : 1}', { email: 1 }],
    ['a very deep JSON body as text', '['.repeat(201) + ']'.repeat(201), '['.repeat(201) + ']'.repeat(201)],
  ])('records %s in the journal', async (_, sent, kept) => {
    const base = sandbox();
    await invite(base, sent).expect(400);
    const [{ request }] = await exchanges(base);
    expect(request.body).toEqual(kept);
  });

  test.each([
    ['between two characters', `"${'é'.repeat(10_000)}"`, `"${'é'.repeat(8191)}`],
    [
      'and keeps no half of an API key',
      `"${'x'.repeat(16_378)} test-key ${'x'.repeat(20_000)}"`,
      `"${'x'.repeat(16_378)} [red`,
    ],
  ])('cuts a body longer than 16 KiB %s', async (_, sent, kept) => {
    const base = sandbox();
    await invite(base, sent).expect(400);
    const [{ request }] = await exchanges(base);
    expect(request.truncatedFrom).toBe(Buffer.byteLength(sent));
    expect(request.body === kept).toBe(true);
  });

  test.each([
    ['a wrong API key', { 'X-Api-Key': 'wrong' }, 401],
    ['an unsupported media type', { 'Content-Type': 'text/plain' }, 415],
    ['a fault', {}, 503],
  ])(
    'records the request body even if the mock responds before it reads the body because of %s',
    async (_, headers, status) => {
      const base = sandbox();
      await api.get(`${base}/__admin/clock`).expect(200);
      const fault = { error: { status: 503 } };
      if (status === 503) await api.put(`${base}/__admin/faults/down`).send(fault).expect(201);
      for (const email of ['ada@example.com', 'bob@example.com']) {
        const body = JSON.stringify({ email });
        await invite(base, body).set(headers).expect(status);
      }
      expect(await exchanges(base)).toMatchObject([
        { request: { body: { email: 'ada@example.com' } } },
        { request: { body: { email: 'bob@example.com' } } },
      ]);
    },
  );

  test('marks a request body as cut if the mock responded before the whole body arrived, and accepts later requests', async () => {
    const base = sandbox();
    await api.get(`${base}/__admin/clock`).expect(200);
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
    const head = (length: number) =>
      `POST ${base}${INVITES} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n`;
    let answers = '';
    socket.setEncoding('utf8').on('data', (text) => {
      answers += text;
    });
    socket.write(`${head(100_000)}\r\n{"beginning": "`);
    await expect.poll(() => answers).toContain('401 Unauthorized');
    socket.write(`${'x'.repeat(100_000 - 15)}${head(27)}X-Api-Key: test-key\r\n\r\n{"email":"ada@example.com"}\n`);
    await expect.poll(() => answers).toContain('201 Created');
    socket.destroy();
    expect(await exchanges(base)).toMatchObject([
      { request: { body: '{"beginning": "', truncatedFrom: 100_000 }, response: { status: 401 } },
      { request: { body: { email: 'ada@example.com' } }, response: { status: 201 } },
    ]);
  });
});

describe('an API key', () => {
  test('removes an API key in any encoding from every part of the exchange', async () => {
    const base = sandbox();
    await api
      .post(`${base}${INVITES}?k=s3cret%2Fkey&l=TEST-KEY`)
      .set('X-Api-Key', 's3cret/key')
      .set('Authorization', 'Bearer abc')
      .set('Cookie', 'a=abc')
      .set('Proxy-Authorization', 'Basic abc')
      .set('X-Other', 'my test-key')
      .set('Content-Type', 'application/json')
      .send('{"email": "test\\u002dkey", "s3cret/key": ["s3cret\\/key"]}')
      .expect(400);
    await invite(base, {}, 'abc-wrong').expect(401);
    const all = await exchanges(base);
    // A random ID of an exchange may contain the letters "abc", so the test removes the IDs before it searches for API
    // keys.
    const text = JSON.stringify(all).replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '');
    expect(text).not.toMatch(/test-key|s3cret|abc/i);
    expect(all).toMatchObject([
      {
        path: `${INVITES}?k=[redacted]&l=[redacted]`,
        request: {
          headers: {
            'x-api-key': '[redacted]',
            authorization: '[redacted]',
            cookie: '[redacted]',
            'proxy-authorization': '[redacted]',
            'x-other': 'my [redacted]',
          },
          body: { email: '[redacted]', '[redacted]': ['[redacted]'] },
        },
      },
      { request: { headers: { 'x-api-key': '[redacted]' } } },
    ]);
  });

  test('removes a short API key only from the header `X-Api-Key`', async () => {
    const log: LogEntry[] = [];
    await using short = await startMock({ port: 0, apiKeys: ['demo'], log: (entry) => log.push(entry) });
    const path = '/v1/projects/demo-project/jwt-keys';
    const body = { label: 'A demo', algorithm: 'RS256' };
    await supertest(short.url).post(path).set('X-Api-Key', 'demo').send(body).expect(400);
    const { exchanges: kept } = await short.admin.getJournal();
    expect(kept).toMatchObject([{ path, request: { headers: { 'x-api-key': '[redacted]' }, body } }]);
    expect(log[0]).toMatchObject({ path });
  });
});

describe('an exchange without a complete response', () => {
  async function aborted(base: string) {
    await expect.poll(async () => (await exchanges(base)).length).toBe(1);
    return (await exchanges(base))[0];
  }

  test('records the reason for the missing response if the client disconnects', async () => {
    const base = sandbox();
    await api
      .put(`${base}/__admin/faults/slow`)
      .send({ latency: { fixedMs: 10_000 } })
      .expect(201);
    await expect(
      fetch(mock.url + base + INVITES, { method: 'POST', body: '{}', signal: AbortSignal.timeout(200) }),
    ).rejects.toThrow();
    const exchange = await aborted(base);
    expect(exchange).toMatchObject({
      aborted: 'The connection ended before the mock sent the response.',
      operationId: 'createInvite',
      faults: ['slow'],
    });
    expect(exchange).not.toHaveProperty('response');
  });

  test('records the operation of an incomplete request', async () => {
    const base = sandbox();
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.end(
      `POST ${base}${INVITES} HTTP/1.1\r\nHost: a\r\nX-Api-Key: test-key\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"em`,
    );
    expect(await aborted(base)).toMatchObject({ operationId: 'createInvite' });
  });

  test('records the reason for the missing response if the mock resets the connection', async () => {
    const base = sandbox();
    await api.put(`${base}/__admin/faults/reset`).send({ reset: 'before' }).expect(201);
    await expect(fetch(mock.url + base + INVITES, { method: 'POST', body: '{}' })).rejects.toThrow();
    expect(await aborted(base)).toMatchObject({
      request: { body: {} },
      aborted: 'The mock reset the connection.',
      faults: ['reset'],
    });
  });

  test('records the reason for the incomplete response if the mock truncates the body', async () => {
    const base = sandbox();
    await api.put(`${base}/__admin/faults/half`).send({ truncate: true }).expect(201);
    await expect(invite(base)).rejects.toThrow();
    expect(await aborted(base)).toMatchObject({
      aborted: 'The mock closed the connection after half of the body.',
      response: { status: 201 },
    });
  });
});

describe('the journal of a sandbox', () => {
  test('keeps only the exchanges of its own sandbox in a journal, and deletes all exchanges on reset', async () => {
    const [one, other] = [sandbox(), sandbox()];
    await invite(one);
    await invite(other);
    await invite(other);
    expect([(await exchanges(one)).length, (await exchanges(other)).length]).toEqual([1, 2]);
    await api.post(`${other}/__admin/reset`).expect(204);
    expect([(await exchanges(one)).length, (await exchanges(other)).length]).toEqual([1, 0]);
  });

  test('starts with an empty journal in a sandbox that was deleted and created again', async () => {
    const base = sandbox();
    await Promise.all(Array.from({ length: 20 }, () => invite(base)));
    await api.delete(`/__admin/sandboxes/${base.split('/').at(-1)}`).expect(204);
    expect(await exchanges(base)).toEqual([]);
  });
});

describe('the limit of the journal', () => {
  test('keeps exactly the newest exchanges of many concurrent exchanges', async () => {
    const bounded = await createMock({ journal: 5 });
    const own = supertest(bounded.app);
    await Promise.all(Array.from({ length: 23 }, () => own.get('/v1/nowhere')));
    const { body } = await own.get('/__admin/journal');
    expect(body.exchanges.map(({ sequence }: { sequence: number }) => sequence - body.next)).toEqual([
      -4, -3, -2, -1, 0,
    ]);
    await own.get('/v1/last');
    const { body: later } = await own.get('/__admin/journal');
    expect(later.exchanges).toHaveLength(5);
    expect(later.exchanges.at(-1).path).toBe('/v1/last');
    await bounded.close();
  });

  test('turns the journal off with --journal 0, and names this flag in the problem document', async () => {
    const none = await createMock({ journal: 0 });
    const own = supertest(none.app);
    await own.get('/v1/nowhere').expect(404);
    const { body } = await own.get('/__admin/journal').expect(404);
    expect(body.detail).toContain('--journal 0');
    await none.close();
  });
});

test('keeps the journal in the data file across restarts', async () => {
  const data = join(mkdtempSync(join(tmpdir(), 'journal-')), 'data.sqlite');
  const before = await createMock({ data });
  await supertest(before.app).get('/v1/before').expect(404);
  await before.close();
  const after = await createMock({ data });
  await supertest(after.app).get('/v1/after').expect(404);
  const { body } = await supertest(after.app).get('/__admin/journal').expect(200);
  expect(body.exchanges).toMatchObject([
    { sequence: 1, path: '/v1/before' },
    { sequence: 2, path: '/v1/after' },
  ]);
  await after.close();
});

test('redacts valid and invalid API keys in the query of the request', async () => {
  const spec = join(mkdtempSync(join(tmpdir(), 'journal-')), 'spec.yaml');
  writeFileSync(
    spec,
    `openapi: 3.1.0
info: {title: T, version: 1.0.0}
security: [{key: []}]
paths: {/things: {get: {operationId: listThings, responses: {'204': {description: None}}}}}
components: {securitySchemes: {key: {type: apiKey, in: query, name: k}}}
`,
  );
  const other = await createMock({ spec, apiKeys: ['right'] });
  const own = supertest(other.app);
  await own.get('/things?a=1&k=wrong&b=2').expect(401);
  await own.get('/things?k=right').expect(204);
  const { body } = await own.get('/__admin/journal').expect(200);
  expect(body.exchanges.map(({ path }: { path: string }) => path)).toEqual([
    '/things?a=1&k=[redacted]&b=2',
    '/things?k=[redacted]',
  ]);
  await other.close();
});

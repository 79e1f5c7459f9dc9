import { mkdtempSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from './faults/fault.ts';
import type { LogEntry } from './middleware/access-log.ts';
import { startMock } from './server.ts';

/** What goes wrong when it is told to, as a client sees it. */

const mock = await startMock({ port: 0 });
afterAll(() => mock.close());

const ORG = '33333333-3333-4333-8333-333333333333';
const INVITES = `/v1/orgs/${ORG}/invites`;

let base: string;
let count = 0;
beforeEach(() => {
  count += 1;
  base = `${mock.url}/sandboxes/faults-${count}`;
});

/** A request to the control API of the sandbox. */
async function control(method: string, path: string, body?: unknown) {
  const response = await fetch(`${base}/__admin${path}`, {
    method,
    ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

async function set(fault: Fault): Promise<string> {
  const { status, body } = await control('POST', '/faults', fault);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

function invite(email = `${Math.random()}@example.com`, init: RequestInit = {}): Promise<Response> {
  return fetch(base + INVITES, {
    method: 'POST',
    headers: { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
    ...init,
  });
}

function deleteInstallation(id = '55555555-5555-4555-8555-555555555551'): Promise<Response> {
  const integration = '44444444-4444-4444-8444-444444444444';
  return fetch(`${base}/v1/projects/demo-project/integrations/${integration}/installations/${id}`, {
    method: 'DELETE',
    headers: { 'X-Api-Key': 'test-key' },
  });
}

/** A POST as its bytes. */
function message(path: string, body: string): string {
  return [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'X-Api-Key: test-key',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

async function statuses(times: number): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < times; n++) all.push((await invite()).status);
  return all;
}

/** The code of the error that ends the request, from the depths of fetch. */
function failure(request: Promise<unknown>): Promise<string> {
  return request.then(
    () => 'none',
    ({ cause }) => cause?.code ?? String(cause),
  );
}

async function invitedEmails(): Promise<string[]> {
  const { body } = await control('GET', '/state');
  return body.invites.map(({ invitedEmail }: { invitedEmail: string }) => invitedEmail);
}

describe('which requests a fault strikes', () => {
  test('without faults, none; no answer names one', async () => {
    expect((await invite()).headers.has('X-Mock-Fault')).toBe(false);
  });

  test('those of its operations, and the answer names it', async () => {
    await set({ id: 'no-invites', operations: ['createInvite'], error: { status: 503 } });
    const struck = await invite();
    expect([struck.status, struck.headers.get('X-Mock-Fault')]).toEqual([503, 'no-invites']);
    const spared = await deleteInstallation();
    expect([spared.status, spared.headers.get('X-Mock-Fault')]).toEqual([204, null]);
  });

  test('all, of its own sandbox only, whoever asks', async () => {
    await set({ error: { status: 503 } });
    expect((await invite('a@example.com', { headers: {} })).status).toBe(503);
    expect((await deleteInstallation()).status).toBe(503);
    base = `${mock.url}/sandboxes/another`;
    expect((await invite()).status).toBe(201);
  });

  test('`count` of them, after the first `after`', async () => {
    await set({ error: { status: 500 }, count: 2, after: 1 });
    expect(await statuses(5)).toEqual([201, 500, 500, 201, 201]);
  });

  test('`probability` of them; the same with the same seed, others with another', async () => {
    const pattern = async (seed: number) => {
      await control('PUT', '/faults/flaky', { error: { status: 500 }, probability: 0.5, seed });
      return (await statuses(40)).map((status) => (status === 500 ? 'x' : '.')).join('');
    };
    const first = await pattern(7);
    expect(first).toBe('.xx.x.xxxx..xx.xxxxx.xxxx.xxxx.x..x.xx.x');
    expect(await pattern(7)).toBe(first);
    expect(await pattern(8)).not.toBe(first);
  });

  test('never, with probability 0', async () => {
    await set({ error: { status: 500 }, probability: 0 });
    expect(await statuses(5)).toEqual([201, 201, 201, 201, 201]);
  });

  test('delays add up; the first fault that does more ends the round', async () => {
    for (const id of ['slow', 'slower']) await set({ id, latency: { fixedMs: 1 } });
    await set({ id: 'first', error: { status: 500 }, count: 1 });
    await set({ id: 'second', error: { status: 503 } });
    expect((await invite()).headers.get('X-Mock-Fault')).toBe('slow, slower, first');
    expect((await invite()).headers.get('X-Mock-Fault')).toBe('slow, slower, second');
    const { body } = await control('GET', '/faults');
    const told = body.faults.map(({ id, seen, struck }: Record<string, unknown>) => [id, seen, struck]);
    expect(told).toEqual([
      ['slow', 2, 2],
      ['slower', 2, 2],
      ['first', 1, 1],
      ['second', 1, 1],
    ]);
  });
});

describe('latency', () => {
  test.each<[string, Fault['latency'], number, number]>([
    ['fixed', { fixedMs: 60 }, 59, 1000],
    ['evenly spread', { minMs: 40, maxMs: 80 }, 39, 1000],
    ['lognormal without spread', { medianMs: 50, sigma: 0 }, 49, 1000],
  ])('%s: the answer comes late, and is the usual one', async (_, latency = { fixedMs: 0 }, least, most) => {
    await set({ latency });
    const start = performance.now();
    expect((await invite()).status).toBe(201);
    const took = performance.now() - start;
    expect(took).toBeGreaterThanOrEqual(least);
    expect(took).toBeLessThan(most);
  });

  test('a client that leaves takes its request with it', async () => {
    await set({ latency: { fixedMs: 200 }, count: 1 });
    await expect(invite('gone@example.com', { signal: AbortSignal.timeout(50) })).rejects.toThrow(/timeout/);
    await set({ latency: { fixedMs: 300 }, count: 1 });
    await invite('later@example.com');
    expect(await invitedEmails()).toEqual(['later@example.com']);
  });
});

describe('an error', () => {
  test('is the example of the document, also by its name', async () => {
    await set({ operations: ['createInvite'], error: { status: 409 }, count: 1 });
    const conflict = await invite();
    expect([conflict.status, await conflict.json()]).toMatchObject([409, { title: 'Conflict', status: 409 }]);
    await set({ operations: ['createInvite'], error: { status: 400, example: 'invalidBody' } });
    expect(await (await invite()).json()).toMatchObject({ issues: [{ pointer: '/label' }] });
    expect(await invitedEmails()).toEqual([]);
  });

  test('without an example is a problem of its status, with the headers of the document', async () => {
    await set({ error: { status: 503 } });
    const response = await invite();
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await response.json()).toMatchObject({ status: 503, title: 'Service unavailable' });
  });
});

describe('a reset', () => {
  test('before: the connection ends, and nothing was done', async () => {
    await set({ reset: 'before', count: 1 });
    expect(await failure(invite('a@example.com'))).toBe('ECONNRESET');
    expect(await invitedEmails()).toEqual([]);
    expect((await invite('a@example.com')).status).toBe(201);
  });

  test('after: the connection ends, but it was done', async () => {
    await set({ reset: 'after', count: 1 });
    expect(await failure(invite('a@example.com'))).toBe('ECONNRESET');
    expect(await invitedEmails()).toEqual(['a@example.com']);
    expect((await invite('a@example.com')).status).toBe(409);
  });
});

describe('a body', () => {
  test('that is truncated ends before its length, with the connection', async () => {
    await set({ truncate: true, count: 1 });
    const { bytes, length, closed } = await raw('a@example.com');
    expect(bytes.length).toBe(Math.floor(length / 2));
    expect(closed).toBe(true);
    expect(await failure((await invite('b@example.com')).json())).toBe('none');
    await set({ truncate: true, count: 1 });
    expect(await failure(invite().then((response) => response.text()))).not.toBe('none');
  });

  test('that is garbled has its length, but is no JSON; the connection stays', async () => {
    await set({ garble: true, count: 1 });
    const { bytes, length, closed } = await raw('a@example.com');
    expect([bytes.length, closed]).toEqual([length, false]);
    expect(() => JSON.parse(bytes.toString())).toThrow(SyntaxError);
  });

  test('that drips arrives whole, at its pace', async () => {
    await set({ drip: { bytesPerSecond: 2000 }, count: 1 });
    const start = performance.now();
    expect(await (await invite('drop@example.com')).json()).toMatchObject({ invitedEmail: 'drop@example.com' });
    expect(performance.now() - start).toBeGreaterThan(80);
  });

  test.each<[string, Fault, string]>([
    ['truncated: the connection is reset', { truncate: true }, 'ECONNRESET'],
    ['garbled: the answer is the usual one', { garble: true }, 'none'],
    ['dripping: the answer is the usual one', { drip: { bytesPerSecond: 1 } }, 'none'],
  ])('that is not there, %s', async (_, fault, want) => {
    await set(fault);
    expect(await failure(deleteInstallation())).toBe(want);
  });

  test('is treated no better over TLS', async () => {
    await using secure = await startMock({ port: 0, https: true, faults: [{ truncate: true, count: 1 }] });
    const send = () =>
      new Promise<string>((resolve) => {
        const headers = { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' };
        httpsRequest(secure.url + INVITES, { method: 'POST', ca: secure.ca, headers }, (response) => {
          response.resume();
          response.on('error', ({ message }) => resolve(message));
          response.on('end', () => resolve(String(response.statusCode)));
        })
          .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
          .end('{"email": "a@example.com"}');
      });
    expect(await send()).toBe('aborted');
    await secure.admin.addFault({ reset: 'before' });
    expect(await send()).toBe('ECONNRESET');
  });

  test('of a problem is treated no better', async () => {
    await set({ garble: true });
    const response = await invite('no address');
    expect(response.status).toBe(400);
    await expect(response.json()).rejects.toThrow(SyntaxError);
  });

  /** The bytes of an answer, as they came, over a connection that would be kept. */
  function raw(email: string): Promise<{ bytes: Buffer; length: number; closed: boolean }> {
    const { port, pathname } = new URL(base);
    return new Promise((resolve, reject) => {
      let answer = Buffer.alloc(0);
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(message(pathname + INVITES, JSON.stringify({ email }))),
      );
      const end = (closed: boolean) => {
        const split = answer.indexOf('\r\n\r\n') + 4;
        const length = Number(/^content-length: (\d+)/im.exec(answer.subarray(0, split).toString())?.[1]);
        socket.destroy();
        resolve({ bytes: answer.subarray(split), length, closed });
      };
      socket.on('data', (chunk) => {
        answer = Buffer.concat([answer, chunk]);
      });
      socket.on('end', () => end(true));
      socket.on('error', reject);
      socket.setTimeout(300, () => end(false));
    });
  }
});

describe('a rate limit', () => {
  test('answers 429 with Retry-After by the clock of the sandbox, until the window is over', async () => {
    await control('PUT', '/clock', { fixed: '2026-01-15T09:30:00Z' });
    await set({ rateLimit: { limit: 2, windowSeconds: 60 } });
    expect(await statuses(2)).toEqual([201, 201]);
    await control('POST', '/clock/advance', { seconds: 17.5 });
    const refused = await invite();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '43']);
    expect(await refused.json()).toMatchObject({
      type: 'urn:integration-contract:problem:too-many-requests',
      title: 'Too many requests',
      detail: 'More than 2 in 60 s; retry in 43 s.',
    });
    await control('POST', '/clock/advance', { seconds: 43 });
    expect(await statuses(3)).toEqual([201, 201, 429]);
  });

  test('begins anew when the clock is set back', async () => {
    await set({ rateLimit: { limit: 1, windowSeconds: 60 } });
    expect(await statuses(2)).toEqual([201, 429]);
    await control('PUT', '/clock', { fixed: '2020-01-01T00:00:00Z' });
    expect(await statuses(2)).toEqual([201, 429]);
  });

  test('holds for requests at once', async () => {
    await set({ rateLimit: { limit: 5, windowSeconds: 60 } });
    const all = await Promise.all(Array.from({ length: 20 }, () => invite()));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(5);
  });
});

describe('connections', () => {
  /** A POST over the agent; its answer, and whether the connection had served before. */
  function post(agent: Agent): Promise<{ status: number | undefined; reused: boolean }> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        base + INVITES,
        { method: 'POST', agent, headers: { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' } },
        (response: IncomingMessage) => {
          response.resume();
          response.on('end', () => resolve({ status: response.statusCode, reused: request.reusedSocket }));
        },
      );
      request.on('error', reject);
      request.end(JSON.stringify({ email: `${Math.random()}@example.com`, padding: 'x'.repeat(100_000) }));
    });
  }

  test.each<[string, Fault]>([
    ['an error before the body was read', { error: { status: 503 } }],
    ['a rate limit', { rateLimit: { limit: 0, windowSeconds: 60 } }],
    ['a delay', { latency: { fixedMs: 10 } }],
    ['a body that drips', { drip: { bytesPerSecond: 100_000 } }],
    ['a garbled body', { garble: true }],
  ])('are kept over %s', async (_, fault) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await set({ ...fault, count: 1 });
    const first = await post(agent);
    const second = await post(agent);
    expect([first.reused, second]).toEqual([false, { status: 201, reused: true }]);
    agent.destroy();
  });

  test.each<[string, Fault]>([
    ['a drip', { drip: { bytesPerSecond: 1 } }],
    ['a delay', { latency: { fixedMs: 60_000 } }],
  ])('of clients that leave in the middle of %s are let go, and their timers with them', async (_, fault) => {
    const log: LogEntry[] = [];
    await using own = await startMock({ port: 0, faults: [fault], log: (entry) => log.push(entry) });
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const { port } = new URL(own.url);
    const sockets = Array.from({ length: 100 }, () => connect(Number(port), '127.0.0.1'));
    for (const socket of sockets) socket.write(message(INVITES, '{"email": "no address"}'));
    await expect.poll(timers).toBeGreaterThanOrEqual(before + 100);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => log.filter(({ aborted }) => aborted).length).toBe(100);
    expect(log[0]).toMatchObject({ faults: ['fault-1'], status: 'drip' in fault ? 400 : 0 });
    expect(timers()).toBeLessThan(before + 20);
  });
});

describe('the control API', () => {
  test('creates, tells, replaces and deletes a fault; what is replaced is counted anew', async () => {
    const created = await control('POST', '/faults', { error: { status: 500 }, operations: ['createInvite'] });
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`${new URL(base).pathname}/__admin/faults/fault-1`);
    await invite();
    const told = await control('GET', '/faults/fault-1');
    expect(told.body).toEqual({
      id: 'fault-1',
      error: { status: 500 },
      operations: ['createInvite'],
      seen: 1,
      struck: 1,
    });
    const replaced = await control('PUT', '/faults/fault-1', { ...told.body, count: 1 });
    expect([replaced.status, replaced.body.struck, replaced.body.count]).toEqual([200, 0, 1]);
    expect((await control('PUT', '/faults/mine', { garble: true })).status).toBe(201);
    expect((await control('DELETE', '/faults/fault-1')).status).toBe(204);
    expect((await control('GET', '/faults')).body.faults).toEqual([{ id: 'mine', garble: true, seen: 0, struck: 0 }]);
    expect((await control('DELETE', '/faults')).status).toBe(204);
    expect((await control('GET', '/faults')).body.faults).toEqual([]);
    expect((await invite()).status).toBe(201);
  });

  test.each([
    ['GET', undefined],
    ['DELETE', undefined],
  ])('%s of an unknown fault is 404', async (method, body) => {
    expect((await control(method, '/faults/none', body)).status).toBe(404);
  });

  test.each<[string, unknown, string]>([
    [
      'an unknown operation',
      { operations: ['createInvit'], garble: true },
      'operations.0: expected one of createIntegration, ',
    ],
    [
      'nothing that goes wrong',
      { count: 1 },
      'The fault: expected latency or one of error, reset, truncate, garble, drip, rateLimit',
    ],
    ['two things at once', { garble: true, truncate: true }, 'got truncate and garble'],
    ['an unknown member', { delay: 5 }, 'delay is no member that is known here'],
    [
      'a delay of more than a minute',
      { latency: { fixedMs: 60_001 } },
      'latency.fixedMs: expected a number of at most 60000, got 60001',
    ],
    ['half a range', { latency: { minMs: 1 } }, 'latency: expected maxMs beside minMs'],
    [
      'a range upside down',
      { latency: { minMs: 2, maxMs: 1 } },
      'latency.maxMs: expected a number of at least minMs (2), got 1',
    ],
    ['two kinds of delay', { latency: { fixedMs: 1, minMs: 2, maxMs: 3 } }, 'latency: expected at most 2 members'],
    ['a success for an error', { error: { status: 204 } }, 'error.status: expected a number of at least 400, got 204'],
    [
      'an unknown example',
      { operations: ['createInvite'], error: { status: 400, example: 'x' } },
      'an example that createInvite declares for 400 (invalidBody), got "x"',
    ],
    ['a name that no header takes', { id: 'a b', garble: true }, 'id: expected a match of'],
  ])('refuses %s', async (_, fault, detail) => {
    const { status, body } = await control('POST', '/faults', fault);
    expect(status).toBe(400);
    expect(body.detail).toContain(detail);
    expect((await control('GET', '/faults')).body.faults).toEqual([]);
  });

  test('refuses a name that is taken, another name than that of the path, and the 101st', async () => {
    await set({ id: 'mine', garble: true });
    expect((await control('POST', '/faults', { id: 'mine', garble: true })).status).toBe(409);
    expect((await control('PUT', '/faults/mine', { id: 'other', garble: true })).status).toBe(400);
    for (let n = 2; n <= 100; n++) await set({ garble: true });
    expect((await control('POST', '/faults', { garble: true })).status).toBe(409);
    expect((await control('PUT', '/faults/new', { garble: true })).status).toBe(409);
    expect((await control('PUT', '/faults/mine', { truncate: true })).status).toBe(200);
  });

  test('is struck by no fault itself, and shows none among the settings', async () => {
    await set({ error: { status: 500 } });
    const { status, headers, body } = await control('PATCH', '/settings', { strict: true });
    expect([status, headers.get('x-mock-fault'), body]).toEqual([200, null, { identifierSeed: null, strict: true }]);
    expect((await invite()).status).toBe(500);
  });
});

describe('faults that a mock was started with', () => {
  test('are those of every sandbox, and come back with a reset, unspent', async () => {
    await using own = await startMock({ port: 0, faults: [{ error: { status: 500 }, count: 1 }] });
    base = `${own.url}/sandboxes/any`;
    expect(await statuses(2)).toEqual([500, 201]);
    await control('DELETE', '/faults');
    await set({ error: { status: 503 } });
    expect(await statuses(1)).toEqual([503]);
    await control('POST', '/reset');
    expect(await statuses(2)).toEqual([500, 201]);
  });

  test('come from a file, and are read again with it', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'faults-')), 'faults.yaml');
    writeFileSync(path, 'faults:\n  - operations: [createInvite]\n    error: { status: 503 }\n');
    await using own = await startMock({ port: 0, faults: path });
    base = own.url;
    expect(await statuses(1)).toEqual([503]);
    writeFileSync(path, '{"faults": [{"error": {"status": 500}, "count": 1}]}');
    await own.reload();
    expect(await statuses(2)).toEqual([500, 201]);
    writeFileSync(path, '{"faults": [{"error": {"status": 502}, "count": 1}]}');
    await own.reload();
    expect(await statuses(2)).toEqual([502, 201]);
  });

  test.each([
    [
      'a value',
      'faults:\n  - garble: true\n    count: 0\n',
      ':3:5: faults.0.count: expected a number of at least 1, got 0.',
    ],
    [
      'an operation',
      'faults:\n  - garble: true\n    operations:\n      - none\n',
      ':4:9: faults.0.operations.0: expected one of ',
    ],
    [
      'an error',
      'faults:\n  - operations: [createInvite]\n    error:\n      status: 400\n      example: none\n',
      ':5:7: faults.0.error.example: expected an example that createInvite declares for 400 (invalidBody), got "none".',
    ],
    [
      'a name',
      'faults:\n  - { id: a, garble: true }\n  - { id: a, reset: after }\n',
      ':3:7: faults.1.id: expected an id of its own, got "a" again.',
    ],
    ['the whole', '- garble: true\n', ':1:1: expected an object, got an array of 1.'],
  ])('are refused with the line: %s', async (name, text, message) => {
    const path = join(mkdtempSync(join(tmpdir(), 'faults-')), `${name.replaceAll(' ', '-')}.yaml`);
    writeFileSync(path, text);
    await expect(startMock({ port: 0, faults: path })).rejects.toThrow(path + message);
  });

  test('are refused with every mistake', async () => {
    await expect(
      startMock({ port: 0, faults: [{ operations: ['none'] }, { id: 'a', garble: true, count: 0 }] }),
    ).rejects.toThrow('createMock: faults.1.count: expected a number of at least 1, got 0.');
    await expect(startMock({ port: 0, faults: [{ operations: ['none'] }] })).rejects.toThrow(
      /^createMock: faults\.0\.operations\.0: expected one of .*\ncreateMock: faults\.0: expected latency or one of /,
    );
  });
});

test('a page of another origin may read which fault struck', async () => {
  const { headers } = await invite('a@example.com', { headers: { Origin: 'https://app.example' } });
  expect(headers.get('access-control-expose-headers')).toContain('X-Mock-Fault');
});

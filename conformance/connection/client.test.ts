import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listen } from '../../test/helpers/listen.ts';
import { Client } from './client.ts';
import type { Target } from './target.ts';

const KNOWN = { apiKey: '', fixtures: {}, presumed: true, runId: 'test', timeoutMs: 10_000 };
const GET = { method: 'GET', path: '/', headers: {} };

/** Starts a server with the request listener, and returns a client of this server. */
async function startServer(answer: RequestListener, target: Partial<Target> = {}) {
  const server = createServer(answer);
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  const baseUrl = await listen(server);
  const client = new Client({ ...KNOWN, baseUrl, ...target });
  return {
    baseUrl,
    client,
    server,
    sockets,
    send: (request: Partial<Parameters<Client['send']>[0]> = {}) => client.send({ ...GET, ...request }),
    [Symbol.dispose]: () => {
      client.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A request listener that writes the given bytes as its response. */
function raw(text: string): RequestListener {
  return ({ socket }) => void socket.write(text);
}

test('returns the status, the headers, the body and the duration of any response', async () => {
  using server = await startServer((_, response) => {
    response.writeHead(418, { 'X-Taste': 'Earl Grey', 'Set-Cookie': ['a=1', 'b=2'] });
    setTimeout(() => response.end('{"tea": "ä"}'), 20);
  });
  const start = performance.now();
  const answer = await server.send();
  const waited = performance.now() - start;
  const { status, headers, text, json, durationMs } = answer;
  expect({ status, text, json }).toEqual({ status: 418, text: '{"tea": "ä"}', json: { tea: 'ä' } });
  expect(headers).toMatchObject({ 'x-taste': 'Earl Grey', 'set-cookie': 'a=1,b=2' });
  expect(durationMs).toBeGreaterThan(10);
  expect(durationMs).toBeLessThanOrEqual(waited);
});

test.each([
  ['a body that is not JSON', 'no {'],
  ['an empty body', ''],
])('returns %s as text', async (_, text) => {
  using server = await startServer((_, response) => response.end(text));
  expect(await server.send()).toMatchObject({ text, json: undefined });
});

test('returns the status of the response to a HEAD request', async () => {
  using server = await startServer((_, response) => response.writeHead(200, { 'content-length': '9' }).end());
  expect(await server.send({ method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
});

test('returns both values of a repeated Content-Type', async () => {
  using server = await startServer(
    raw('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n'),
  );
  const { headers } = await server.send();
  expect(headers['content-type']).toBe('text/html, text/plain');
});

test('closes the connection of an abandoned request after the given part of its body', async () => {
  const received: Buffer[] = [];
  using server = await startServer((request) =>
    request.on('error', () => undefined).on('data', (part) => received.push(part)),
  );
  await server.client.abandon({ method: 'POST', path: '/', headers: {}, body: 'abcdef' }, 3);
  await expect.poll(() => server.sockets[0]?.destroyed).toBe(true);
  expect(Buffer.concat(received).toString()).toBe('abc');
});

test('ends an abandoned request whose body the target does not read', async () => {
  using server = await startServer(() => undefined, { timeoutMs: 200 });
  const body = Buffer.alloc(2 ** 26);
  const request = { method: 'POST', path: '/', headers: {}, body };
  await expect(server.client.abandon(request, body.length)).resolves.toBeUndefined();
});

test('sends a body with Expect after the interim response, or after a short time without it', async () => {
  const events: string[] = [];
  const answer: RequestListener = async (request, response) => {
    for await (const chunk of request) events.push(String(chunk));
    response.end('{"read": true}');
  };
  for (const isContinued of [true, false]) {
    using server = await startServer(answer);
    server.server.on('checkContinue', (request, response) => {
      events.push(request.headers.expect ?? '');
      if (isContinued) response.writeContinue();
      answer(request, response);
    });
    const request = { method: 'POST', headers: { Expect: '100-continue' }, body: 'abc' };
    expect(await server.send(request)).toMatchObject({ status: 200, json: { read: true } });
  }
  expect(events).toEqual(['100-continue', 'abc', '100-continue', 'abc']);
});

test('sends a body with Expect once, even if the interim response arrives late', async () => {
  using server = await startServer((_, response) => response.end());
  const bodies: string[] = [];
  server.server.on('checkContinue', async (request, response) => {
    await sleep(500);
    response.writeContinue();
    for await (const chunk of request) bodies.push(String(chunk));
    response.end('read');
  });
  const request = { method: 'POST', headers: { Expect: '100-continue' }, body: 'abc' };
  expect(await server.send(request)).toMatchObject({ status: 200, text: 'read' });
  expect(bodies).toEqual(['abc']);
});

test('returns the response to a request with Expect whose body the target does not read', async () => {
  using server = await startServer((_, response) => response.end());
  server.server.on('checkContinue', (_, response) => response.writeHead(417, { 'X-Reason': 'no' }).end('no'));
  const request = { method: 'POST', headers: { Expect: '100-continue' }, body: 'abc' };
  expect(await server.send(request)).toMatchObject({ status: 417, headers: { 'x-reason': 'no' }, text: 'no' });
});

test('throws NoAnswerError for a request with Expect that gets no response in time', async () => {
  using server = await startServer(() => undefined, { timeoutMs: 100 });
  const request = { method: 'POST', headers: { Expect: '100-continue' }, body: 'abc' };
  await expect(server.send(request)).rejects.toMatchObject({ name: 'NoAnswerError', costly: true });
});

test('returns a redirect without following it', async () => {
  const paths: unknown[] = [];
  using server = await startServer(({ url }, response) => {
    paths.push(url);
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  expect((await server.send()).status).toBe(307);
  expect(paths).toEqual(['/']);
});

test('adds the configured headers, except those that the request itself sets in any letter case', async () => {
  using server = await startServer(
    ({ headers }, response) => response.end(JSON.stringify([headers['x-team'], headers['x-gateway']])),
    { headers: { 'X-Team': 'blue', 'X-GATEWAY': 'of the run' } },
  );
  expect((await server.send()).json).toEqual(['blue', 'of the run']);
  expect((await server.send({ headers: { 'x-gateway': 'of the case' } })).json).toEqual(['blue', 'of the case']);
});

test.each([
  ['sends', {}, 'integration-contract'],
  ['replaces', { 'user-agent': 'of the run' }, 'of the run'],
])('%s its own User-Agent', async (_, headers, want) => {
  using server = await startServer(({ headers }, response) => response.end(JSON.stringify(headers['user-agent'])), {
    headers,
  });
  expect((await server.send()).json).toBe(want);
});

test('sends a body unchanged', async () => {
  using server = await startServer((request, response) => request.pipe(response));
  const headers = { 'Content-Type': 'application/json' };
  for (const body of ['{"a" :1,', Buffer.from('{"ä":\n1}')])
    expect((await server.send({ method: 'POST', headers, body })).text).toBe(body.toString());
});

test('reuses connections, and opens at most 64', async () => {
  using server = await startServer((_, response) => void setTimeout(() => response.end(), 20));
  await server.send();
  await server.send();
  expect(server.sockets.length).toBe(1);
  await Promise.all(Array.from({ length: 80 }, () => server.send()));
  expect(server.sockets.length).toBe(64);
  server.client.close();
  await Promise.all(server.sockets.map((socket) => socket.destroyed || once(socket, 'close')));
});

test('repeats a request on a new connection if the server closed an idle connection', async () => {
  const used = new WeakSet();
  using server = await startServer(({ socket }, response) => {
    if (used.has(socket)) return void socket.resetAndDestroy();
    used.add(socket);
    setTimeout(() => response.end('{}'), 20);
  });
  await Promise.all([server.send(), server.send(), server.send()]);
  expect(await server.send()).toMatchObject({ status: 200 });
  expect(await server.send()).not.toHaveProperty('isSecond');
});

test('marks the response to a repeated request if the server may have executed the request twice', async () => {
  const used = new WeakSet();
  using server = await startServer(({ socket }, response) => {
    if (used.has(socket)) return void socket.resetAndDestroy();
    used.add(socket);
    response.end('{}');
  });
  expect(await server.send({ method: 'POST' })).not.toHaveProperty('isSecond');
  expect(await server.send({ method: 'POST' })).toMatchObject({ status: 200, isSecond: true });
});

test('throws NoAnswerError if the new connection for a repeated request breaks too', async () => {
  let answered = false;
  using server = await startServer(({ socket }, response) => {
    if (answered) return void socket.resetAndDestroy();
    answered = true;
    response.end();
  });
  await server.send();
  await expect(server.send()).rejects.toMatchObject({
    name: 'NoAnswerError',
    message: 'GET /: no response (ECONNRESET)',
  });
});

test('does not repeat a request if a new connection breaks', async () => {
  let requests = 0;
  using server = await startServer(({ socket }) => {
    requests++;
    socket.resetAndDestroy();
  });
  await expect(server.send()).rejects.toMatchObject({ name: 'NoAnswerError', costly: false });
  expect(requests).toBe(1);
});

test.each<[string, RequestListener, RegExp, boolean]>([
  ['never responds', () => undefined, /^GET \/: no response within 150 ms$/, true],
  [
    'never completes its response',
    (_, response) => void response.writeHead(200).write(' '),
    /^GET \/: no response within 150 ms$/,
    true,
  ],
  ['closes the connection', ({ socket }) => void socket.end(), /^GET \/: no response \(ECONNRESET\)$/, false],
  ['uses another protocol', raw('220 mail.example.com ESMTP\r\n'), /^GET \/: the response is not HTTP \(HPE_/, false],
  [
    'sends less than its Content-Length',
    ({ socket }) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}'),
    /: no response \(.+\)$/,
    false,
  ],
])('throws NoAnswerError with the reason for a server that %s', async (_, answer, pattern, costly) => {
  using server = await startServer(answer, { timeoutMs: 150 });
  await expect(server.send()).rejects.toMatchObject({
    name: 'NoAnswerError',
    message: expect.stringMatching(pattern),
    costly,
  });
});

test('reads at most 8 MiB of a response', async () => {
  const most = 8 * 2 ** 20;
  using server = await startServer(({ url }, response) => response.end(Buffer.alloc(Number(url?.slice(1)), 'a')));
  expect((await server.send({ path: `/${most}` })).text.length).toBe(most);
  await expect(server.send({ path: `/${most + 1}` })).rejects.toMatchObject({
    message: `GET /${most + 1}: the response exceeds ${most} bytes`,
    costly: true,
  });
});

test('returns the body of a response with the status 204', async () => {
  const head = 'HTTP/1.1 204 No Content\r\nX-Trace:  one: two\r\nConnection: keep-alive\r\n\r\n';
  using server = await startServer(raw(`${head}{"id": 1}\r\n\r\n{}`));
  expect(await server.send()).toMatchObject({
    status: 204,
    headers: { 'x-trace': 'one: two', connection: 'keep-alive' },
    text: '{"id": 1}\r\n\r\n{}',
    json: undefined,
  });
});

test.each([
  ['a header that HTTP does not allow', { headers: { 'X-Api-Key': 'k-4711\n' } }, 'ERR_INVALID_CHAR'],
  ['an invalid header name', { headers: { 'X Api Key': 'k-4711' } }, 'ERR_INVALID_HTTP_TOKEN'],
])('throws an error for %s without sending the request', async (_, request, code) => {
  using server = await startServer((_, response) => response.end());
  await expect(server.send(request)).rejects.toMatchObject({
    name: 'Error',
    message: expect.stringContaining(`cannot be sent (${code})`),
  });
  expect(server.sockets).toEqual([]);
});

test('throws UnreachableError if no server listens', async () => {
  using server = await startServer(() => undefined);
  const { baseUrl } = server;
  server[Symbol.dispose]();
  const client = new Client({ ...KNOWN, baseUrl });
  await expect(client.send(GET)).rejects.toMatchObject({
    name: 'UnreachableError',
    message: `${baseUrl} does not respond (ECONNREFUSED). Check that the service is running and that the base URL is correct.`,
  });
});

test('repeats a throttled request after the requested pause', async () => {
  let requests = 0;
  using server = await startServer(({ url }, response) => {
    requests++;
    const isServed = url === '/soon' && requests === 3;
    response.writeHead(isServed ? 200 : 429, { 'Retry-After': '0' }).end();
  });
  expect((await server.send({ path: '/soon' })).status).toBe(200);
  expect(requests).toBe(3);
});

test('waits and retries if a service responds with 503 and `Retry-After` during a deployment', async () => {
  let requests = 0;
  using server = await startServer((_, response) =>
    response.writeHead(++requests > 6 ? 200 : 503, { 'Retry-After': '0' }).end(),
  );
  expect((await server.send()).status).toBe(200);
});

test('adapts the request rate to a server that limits the requests per second', async () => {
  let [room, filled, throttled] = [5, performance.now(), 0];
  using server = await startServer((_, response) => {
    const now = performance.now();
    [room, filled] = [Math.min(5, room + (now - filled) / 20), now];
    const isServed = room >= 1;
    if (isServed) room--;
    else throttled++;
    response.writeHead(isServed ? 200 : 429, { 'Retry-After': '0' }).end();
  });
  const sendSeveral = async () => {
    for (let n = 0; n < 12; n++) expect((await server.send()).status).toBe(200);
  };
  await Promise.all(Array.from({ length: 8 }, sendSeveral));
  expect(throttled).toBeLessThan(20);
});

test('sends none of the waiting requests during the pause that a 429 response requests', async () => {
  const sent: number[] = [];
  using server = await startServer(
    ({ url }, response) => {
      sent.push(performance.now());
      response.writeHead(url === '/first' && sent.length === 1 ? 429 : 200, { 'Retry-After': '1' }).end();
    },
    { maxRps: 20 },
  );
  await Promise.all(['/first', '/', '/', '/', '/'].map((path) => server.send({ path })));
  expect((sent[1] ?? 0) - (sent[0] ?? 0)).toBeGreaterThan(900);
});

test('stops retrying a request that the server always throttles while it serves other requests', async () => {
  const paths: unknown[] = [];
  using server = await startServer(({ url }, response) => {
    paths.push(url);
    response.writeHead(url === '/never' ? 429 : 200, { 'Retry-After': '0' }).end();
  });
  const others = setInterval(() => void server.send().catch(() => undefined), 100);
  try {
    await expect(server.send({ path: '/never' })).rejects.toMatchObject({
      name: 'ThrottledError',
      message: expect.stringMatching(/^GET \/never: the target responds with 429 to all \d+ attempts$/),
      isPermanent: false,
    });
  } finally {
    clearInterval(others);
  }
  expect(paths.filter((path) => path === '/never').length).toBeGreaterThan(4);
  expect(paths.filter((path) => path === '/').length).toBeGreaterThan(3);
});

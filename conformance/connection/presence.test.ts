import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { listen } from '../../test/helpers/listen.ts';
import { Presence } from './presence.ts';
import { reach } from './reach.ts';

const KNOWN = { apiKey: 'k', fixtures: {}, presumed: true, runId: 'test' };

async function startServer(answer: RequestListener, timeoutMs = 10_000) {
  const paths: unknown[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    answer(request, response);
  });
  const baseUrl = await listen(server);
  const isConnected = async () => (await new Promise((resolve) => server.getConnections((_, n) => resolve(n)))) !== 0;
  return {
    target: { ...KNOWN, baseUrl, timeoutMs },
    paths,
    isConnected,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

afterEach(() => void vi.useRealTimers());

test('treats any response as proof that the target is present', async () => {
  using server = await startServer((_, response) => response.writeHead(503, { 'retry-after': '9' }).end());
  await reach(server.target, '/v1');
  expect(server.paths).toEqual(['/v1']);
  await vi.waitUntil(async () => !(await server.isConnected()));
});

test('throws UnreachableError with the reason if the target never responds', async () => {
  using server = await startServer(() => undefined, 50);
  const { baseUrl } = server.target;
  await expect(reach(server.target, '/v1')).rejects.toMatchObject({
    name: 'UnreachableError',
    message: `${baseUrl} does not respond: GET /v1: no response within 50 ms.`,
  });
});

test('throws UnreachableError if no server listens', async () => {
  using server = await startServer(() => undefined);
  server[Symbol.dispose]();
  const { baseUrl } = server.target;
  await expect(reach(server.target, '/v1')).rejects.toThrow(
    `${baseUrl} does not respond (ECONNREFUSED). Check that the service is running and that the base URL is correct.`,
  );
});

test('sends only one request if several callers check the presence of the target concurrently', async () => {
  using server = await startServer((_, response) => response.end());
  const presence = new Presence(server.target, '/v1');
  expect(await Promise.all([presence.confirm(), presence.confirm()])).toEqual([true, true]);
  expect(server.paths.length).toBe(1);
  await presence.confirm();
  expect(server.paths.length).toBe(2);
});

test('sends three requests within three seconds before it reports that the target does not respond', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  using server = await startServer(({ socket }) => void socket.resetAndDestroy());
  const confirmed = new Presence(server.target, '/v1').confirm();
  const requested = (times: number) => expect.poll(() => server.paths.length).toBe(times);
  await vi.advanceTimersByTimeAsync(0);
  await requested(1);
  for (const [seconds, times] of [
    [1, 2],
    [2, 3],
  ] as const) {
    // The response of the server must arrive before the test advances the clock.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(server.paths.length).toBe(times - 1);
    await vi.advanceTimersByTimeAsync(1);
    await requested(times);
  }
  expect(await confirmed).toBe(false);
});

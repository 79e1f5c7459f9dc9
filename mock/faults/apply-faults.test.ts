import { describe, expect, test } from 'vitest';
import { FaultySandbox, runningTimers } from '../../test/helpers/faulty-sandbox.ts';
import type { Fault } from '../core/fault.ts';

/** Tests of the triggers of faults, and of latency, errors and rate limits. */

const sandbox = await FaultySandbox.perTest();

describe('the trigger of a fault', () => {
  test('omits X-Mock-Fault from the response if no fault applies', async () => {
    expect((await sandbox.invite()).headers.has('X-Mock-Fault')).toBe(false);
  });

  test('applies a fault to the requests of its operations, and names the fault in the response', async () => {
    await sandbox.set({ id: 'no-invites', operations: ['createInvite'], error: { status: 503 } });
    const faulted = await sandbox.invite();
    expect([faulted.status, faulted.headers.get('X-Mock-Fault')]).toEqual([503, 'no-invites']);
    const other = await sandbox.deleteInstallation();
    expect([other.status, other.headers.get('X-Mock-Fault')]).toEqual([204, null]);
  });

  test('applies a fault that names no operations to all requests in its own sandbox, even to requests without an API key', async () => {
    await sandbox.set({ error: { status: 503 } });
    expect((await sandbox.invite('a@example.com', { headers: {} })).status).toBe(503);
    expect((await sandbox.deleteInstallation()).status).toBe(503);
    const another = new FaultySandbox(new URL('another', sandbox.url).href);
    expect((await another.invite()).status).toBe(201);
  });

  test('skips the first `after` requests, and then applies a fault to `count` requests', async () => {
    await sandbox.set({ error: { status: 500 }, count: 2, after: 1 });
    expect(await sandbox.statuses(5)).toEqual([201, 500, 500, 201, 201]);
  });

  test('applies a fault with a `probability` to the same requests for the same seed, and to other requests for another seed', async () => {
    const pattern = async (seed: number) => {
      await sandbox.control('PUT', '/faults/flaky', { error: { status: 500 }, probability: 0.5, seed });
      return (await sandbox.statuses(40)).map((status) => (status === 500 ? 'x' : '.')).join('');
    };
    const first = await pattern(7);
    expect(first).toBe('.xx.x.xxxx..xx.xxxxx.xxxx.xxxx.x..x.xx.x');
    expect(await pattern(7)).toBe(first);
    expect(await pattern(8)).not.toBe(first);
  });

  test('applies a fault with the probability 0 to no request', async () => {
    await sandbox.set({ error: { status: 500 }, probability: 0 });
    expect(await sandbox.statuses(5)).toEqual([201, 201, 201, 201, 201]);
  });

  test('adds up the delays of several faults, and ignores all faults after the first fault with an effect other than latency', async () => {
    for (const id of ['slow', 'slower']) await sandbox.set({ id, latency: { fixedMs: 1 } });
    await sandbox.set({ id: 'first', error: { status: 500 }, count: 1 });
    await sandbox.set({ id: 'second', error: { status: 503 } });
    expect((await sandbox.invite()).headers.get('X-Mock-Fault')).toBe('slow, slower, first');
    expect((await sandbox.invite()).headers.get('X-Mock-Fault')).toBe('slow, slower, second');
    const { body } = await sandbox.control('GET', '/faults');
    const counts = body.faults.map(({ id, seen, struck }: Record<string, unknown>) => [id, seen, struck]);
    expect(counts).toEqual([
      ['slow', 2, 2],
      ['slower', 2, 2],
      ['first', 1, 1],
      ['second', 1, 1],
    ]);
  });
});

describe('latency', () => {
  test.each<[string, Fault['latency'], number]>([
    ['fixed', { fixedMs: 60 }, 59],
    ['uniform', { minMs: 40, maxMs: 80 }, 39],
    ['lognormal without spread', { medianMs: 50, sigma: 0 }, 49],
  ])(
    'delays the response by the latency of a fault, and does not change the status: %s',
    async (_, latency = { fixedMs: 0 }, least) => {
      await sandbox.set({ latency });
      const start = performance.now();
      expect((await sandbox.invite()).status).toBe(201);
      expect(performance.now() - start).toBeGreaterThanOrEqual(least);
    },
  );

  test('does not run the operation if the client disconnects during the delay', async () => {
    await sandbox.set({ latency: { fixedMs: 54_321 }, count: 1 });
    const [delays, client] = [runningTimers(54_321), new AbortController()];
    const invited = sandbox.invite('gone@example.com', { signal: client.signal });
    await expect.poll(delays).toBe(1);
    client.abort();
    await expect(invited).rejects.toThrow(/abort/);
    await expect.poll(delays).toBe(0);
    await sandbox.invite('later@example.com');
    expect(await sandbox.invitedEmails()).toEqual(['later@example.com']);
  });
});

describe('the effect error', () => {
  test('returns an example from the document as the error, or the example that the fault names', async () => {
    await sandbox.set({ operations: ['createInvite'], error: { status: 409 }, count: 1 });
    const conflict = await sandbox.invite();
    expect([conflict.status, await conflict.json()]).toMatchObject([409, { title: 'Conflict', status: 409 }]);
    await sandbox.set({ operations: ['createInvite'], error: { status: 400, example: 'invalidBody' } });
    expect(await (await sandbox.invite()).json()).toMatchObject({ issues: [{ pointer: '/label' }] });
    expect(await sandbox.invitedEmails()).toEqual([]);
  });

  test('returns a problem document with the status of the fault, and with the headers that the document declares, if the document has no example', async () => {
    await sandbox.set({ error: { status: 503 } });
    const response = await sandbox.invite();
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await response.json()).toMatchObject({ status: 503, title: 'Service unavailable' });
  });
});

describe('the effect rateLimit', () => {
  test('returns 429 with Retry-After until the window of a rate limit ends, by the clock of the sandbox', async () => {
    await sandbox.control('PUT', '/clock', { fixed: '2026-01-15T09:30:00Z' });
    await sandbox.set({ rateLimit: { limit: 2, windowSeconds: 60 } });
    expect(await sandbox.statuses(2)).toEqual([201, 201]);
    await sandbox.control('POST', '/clock/advance', { seconds: 17.5 });
    const limited = await sandbox.invite();
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '43']);
    expect(await limited.json()).toMatchObject({
      type: 'urn:integration-contract:problem:too-many-requests',
      title: 'Too many requests',
      detail: 'The limit of 2 requests in 60 s is exceeded. Retry in 43 s.',
    });
    await sandbox.control('POST', '/clock/advance', { seconds: 43 });
    expect(await sandbox.statuses(3)).toEqual([201, 201, 429]);
  });

  test('starts a new window of a rate limit when a client sets the clock back', async () => {
    await sandbox.set({ rateLimit: { limit: 1, windowSeconds: 60 } });
    expect(await sandbox.statuses(2)).toEqual([201, 429]);
    await sandbox.control('PUT', '/clock', { fixed: '2020-01-01T00:00:00Z' });
    expect(await sandbox.statuses(2)).toEqual([201, 429]);
  });

  test('counts concurrent requests correctly for a rate limit', async () => {
    await sandbox.set({ rateLimit: { limit: 5, windowSeconds: 60 } });
    const all = await Promise.all(Array.from({ length: 20 }, () => sandbox.invite()));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(5);
  });
});

test('allows a page of another origin to read the header X-Mock-Fault', async () => {
  await sandbox.set({ error: { status: 503 } });
  const { headers } = await sandbox.invite('a@example.com', { headers: { Origin: 'https://app.example' } });
  expect(headers.get('access-control-expose-headers')).toMatch(/\bx-mock-fault\b/i);
});

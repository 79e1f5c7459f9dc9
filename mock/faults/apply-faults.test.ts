import { describe, expect, test } from 'vitest';
import { FaultySandbox, runningTimers } from '../../test/helpers/faulty-sandbox.ts';
import type { Fault } from '../core/fault.ts';

/** Which requests a fault strikes, and what those meet that get an answer of their own. */

const world = await FaultySandbox.perTest();

describe('which requests a fault strikes', () => {
  test('without faults, none; no answer names one', async () => {
    expect((await world.invite()).headers.has('X-Mock-Fault')).toBe(false);
  });

  test('those of its operations, and the answer names it', async () => {
    await world.set({ id: 'no-invites', operations: ['createInvite'], error: { status: 503 } });
    const struck = await world.invite();
    expect([struck.status, struck.headers.get('X-Mock-Fault')]).toEqual([503, 'no-invites']);
    const spared = await world.deleteInstallation();
    expect([spared.status, spared.headers.get('X-Mock-Fault')]).toEqual([204, null]);
  });

  test('all, of its own sandbox only, whoever asks', async () => {
    await world.set({ error: { status: 503 } });
    expect((await world.invite('a@example.com', { headers: {} })).status).toBe(503);
    expect((await world.deleteInstallation()).status).toBe(503);
    const another = new FaultySandbox(new URL('another', world.url).href);
    expect((await another.invite()).status).toBe(201);
  });

  test('`count` of them, after the first `after`', async () => {
    await world.set({ error: { status: 500 }, count: 2, after: 1 });
    expect(await world.statuses(5)).toEqual([201, 500, 500, 201, 201]);
  });

  test('`probability` of them; the same with the same seed, others with another', async () => {
    const pattern = async (seed: number) => {
      await world.control('PUT', '/faults/flaky', { error: { status: 500 }, probability: 0.5, seed });
      return (await world.statuses(40)).map((status) => (status === 500 ? 'x' : '.')).join('');
    };
    const first = await pattern(7);
    expect(first).toBe('.xx.x.xxxx..xx.xxxxx.xxxx.xxxx.x..x.xx.x');
    expect(await pattern(7)).toBe(first);
    expect(await pattern(8)).not.toBe(first);
  });

  test('never, with probability 0', async () => {
    await world.set({ error: { status: 500 }, probability: 0 });
    expect(await world.statuses(5)).toEqual([201, 201, 201, 201, 201]);
  });

  test('delays add up; the first fault that does more ends the round', async () => {
    for (const id of ['slow', 'slower']) await world.set({ id, latency: { fixedMs: 1 } });
    await world.set({ id: 'first', error: { status: 500 }, count: 1 });
    await world.set({ id: 'second', error: { status: 503 } });
    expect((await world.invite()).headers.get('X-Mock-Fault')).toBe('slow, slower, first');
    expect((await world.invite()).headers.get('X-Mock-Fault')).toBe('slow, slower, second');
    const { body } = await world.control('GET', '/faults');
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
  test.each<[string, Fault['latency'], number]>([
    ['fixed', { fixedMs: 60 }, 59],
    ['evenly spread', { minMs: 40, maxMs: 80 }, 39],
    ['lognormal without spread', { medianMs: 50, sigma: 0 }, 49],
  ])('%s: the answer comes late, and is the usual one', async (_, latency = { fixedMs: 0 }, least) => {
    await world.set({ latency });
    const start = performance.now();
    expect((await world.invite()).status).toBe(201);
    expect(performance.now() - start).toBeGreaterThanOrEqual(least);
  });

  test('a client that leaves takes its request with it', async () => {
    await world.set({ latency: { fixedMs: 54_321 }, count: 1 });
    const [delays, client] = [runningTimers(54_321), new AbortController()];
    const invited = world.invite('gone@example.com', { signal: client.signal });
    await expect.poll(delays).toBe(1);
    client.abort();
    await expect(invited).rejects.toThrow(/abort/);
    await expect.poll(delays).toBe(0);
    await world.invite('later@example.com');
    expect(await world.invitedEmails()).toEqual(['later@example.com']);
  });
});

describe('an error', () => {
  test('is the example of the document, also by its name', async () => {
    await world.set({ operations: ['createInvite'], error: { status: 409 }, count: 1 });
    const conflict = await world.invite();
    expect([conflict.status, await conflict.json()]).toMatchObject([409, { title: 'Conflict', status: 409 }]);
    await world.set({ operations: ['createInvite'], error: { status: 400, example: 'invalidBody' } });
    expect(await (await world.invite()).json()).toMatchObject({ issues: [{ pointer: '/label' }] });
    expect(await world.invitedEmails()).toEqual([]);
  });

  test('without an example is a problem of its status, with the headers of the document', async () => {
    await world.set({ error: { status: 503 } });
    const response = await world.invite();
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await response.json()).toMatchObject({ status: 503, title: 'Service unavailable' });
  });
});

describe('a rate limit', () => {
  test('answers 429 with Retry-After by the clock of the sandbox, until the window is over', async () => {
    await world.control('PUT', '/clock', { fixed: '2026-01-15T09:30:00Z' });
    await world.set({ rateLimit: { limit: 2, windowSeconds: 60 } });
    expect(await world.statuses(2)).toEqual([201, 201]);
    await world.control('POST', '/clock/advance', { seconds: 17.5 });
    const refused = await world.invite();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '43']);
    expect(await refused.json()).toMatchObject({
      type: 'urn:integration-contract:problem:too-many-requests',
      title: 'Too many requests',
      detail: 'More than 2 in 60 s; retry in 43 s.',
    });
    await world.control('POST', '/clock/advance', { seconds: 43 });
    expect(await world.statuses(3)).toEqual([201, 201, 429]);
  });

  test('begins anew when the clock is set back', async () => {
    await world.set({ rateLimit: { limit: 1, windowSeconds: 60 } });
    expect(await world.statuses(2)).toEqual([201, 429]);
    await world.control('PUT', '/clock', { fixed: '2020-01-01T00:00:00Z' });
    expect(await world.statuses(2)).toEqual([201, 429]);
  });

  test('holds for requests at once', async () => {
    await world.set({ rateLimit: { limit: 5, windowSeconds: 60 } });
    const all = await Promise.all(Array.from({ length: 20 }, () => world.invite()));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(5);
  });
});

test('a page of another origin may read which fault struck', async () => {
  await world.set({ error: { status: 503 } });
  const { headers } = await world.invite('a@example.com', { headers: { Origin: 'https://app.example' } });
  expect(headers.get('access-control-expose-headers')).toMatch(/\bx-mock-fault\b/i);
});

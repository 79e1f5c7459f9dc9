import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { createClient } from '../src/client/client.ts';
import { ControlError } from '../src/client/control-error.ts';
import { startMock } from '../test/helpers/mock.ts';

/** Tests of the client of the control API, and of the sandboxes of a running mock. */

const mock = await startMock({ port: 0 });
afterAll(() => mock.close());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ORG = '33333333-3333-4333-8333-333333333333';

async function invite(baseUrl: string, email = 'ada@example.com') {
  const client = createClient({ baseUrl, apiKey: 'test-key' });
  const { response } = await client.POST('/orgs/{orgId}/invites', {
    params: { path: { orgId: ORG } },
    body: { email },
  });
  return response.status;
}

describe('the control client', () => {
  test('changes the state of the sandbox `default` through the control API', async () => {
    await mock.admin.resetState();
    expect(await invite(mock.url)).toBe(201);
    expect((await mock.admin.getState()).invites).toHaveLength(1);
    await mock.admin.resetState();
    expect((await mock.admin.getState()).invites).toEqual([]);
  });

  test('throws a ControlError with the reason if the control API rejects a request', async () => {
    const rejected = mock.admin.putClock({ fixed: 'noon' });
    await expect(rejected).rejects.toThrow(ControlError);
    await expect(rejected).rejects.toThrow(/fixed.* \(putClock: the control API responded with 400\)$/);
  });

  test('calls the control API without the network', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('The network is not available.')));
    expect(await mock.admin.getHealth()).toMatchObject({ status: 'ok' });
  });

  test('calls the control API while a test uses fake timers, and returns the fake time as the time of the mock', async () => {
    vi.useFakeTimers({ now: new Date('2026-01-15T09:30:00Z') });
    expect((await mock.admin.getClock()).now).toBe('2026-01-15T09:30:00.000Z');
  });

  test.each([{ adminToken: 's3cret' }, { host: '0.0.0.0' }, { https: true }])(
    'calls the control API of a mock with the options %j',
    async (options) => {
      await using other = await startMock({ port: 0, ...options });
      await other.sandbox('a').admin.resetState();
      expect((await other.admin.listSandboxes()).sandboxes.map(({ name }) => name)).toContain('a');
    },
  );
});

describe('a sandbox', () => {
  test('isolates the state and the clock of a sandbox from other sandboxes', async () => {
    const [one, two] = [mock.sandbox(), mock.sandbox()];
    expect(one.url).not.toBe(two.url);
    expect([await invite(one.url), await invite(one.url), await invite(two.url)]).toEqual([201, 409, 201]);
    await one.admin.advanceClock({ seconds: 7 * 24 * 3600 });
    expect([await invite(one.url), await invite(two.url)]).toEqual([201, 409]);
  });

  test('opens the sandbox with the given name', async () => {
    const named = mock.sandbox('checkout');
    expect(named).toMatchObject({ name: 'checkout', url: `${mock.url}/sandboxes/checkout` });
    await invite(named.url);
    expect((await mock.sandbox('checkout').admin.getState()).invites).toHaveLength(1);
  });

  test('deletes a sandbox at the end of the scope of `await using`', async () => {
    {
      await using scoped = mock.sandbox('scoped');
      await invite(scoped.url);
    }
    expect((await mock.admin.listSandboxes()).sandboxes.map(({ name }) => name)).not.toContain('scoped');
  });

  test('rejects an invalid name of a sandbox', () => {
    expect(() => mock.sandbox('a b')).toThrow(
      new RangeError('The sandbox name is "a b"; expected 1 to 64 letters, digits, - or _.'),
    );
  });
});

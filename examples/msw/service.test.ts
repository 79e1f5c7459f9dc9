import { createMswMock } from 'integration-contract/msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createKey, invite } from '../app/service.ts';
import { publicKeyPem } from '../public-key.ts';

/**
 * A mock that does not listen on a port. MSW passes the requests to the mock, so the code under test uses the URL of
 * the real service.
 */

const api = { baseUrl: 'https://api.example.com', apiKey: 'test-key' };
const mock = await createMswMock({ baseUrl: api.baseUrl });
const network = setupServer(...mock.handlers);

beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(async () => {
  network.close();
  await mock.close();
});

test('stores a created key', async () => {
  await using sandbox = mock.sandbox();
  network.use(...sandbox.handlers);
  const { message } = await createKey(api, 'Mine', publicKeyPem);
  expect(message).toMatch(/is ready/);
  expect((await sandbox.admin.getState()).jwtKeys).toMatchObject([{ label: 'Mine' }]);
});

test('stores an invite although the response to its creation was lost', async () => {
  await using sandbox = mock.sandbox();
  network.use(...sandbox.handlers);
  await sandbox.admin.addFault({ operations: ['createInvite'], reset: 'after', count: 1 });
  await expect(invite(api, 'ada@example.com')).rejects.toThrow('fetch failed');
  expect((await invite(api, 'ada@example.com')).message).toMatch(/^Conflict/);
});

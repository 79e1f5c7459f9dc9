import { createMswMock } from 'integration-contract/msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createKey, invite } from '../app/service.ts';
import { publicKeyPem } from '../public-key.ts';

/** No port, and no other URL for the code under test: MSW hands its requests to the mock. */

const api = { baseUrl: 'https://api.example.com', apiKey: 'test-key' };
const mock = await createMswMock({ baseUrl: api.baseUrl });
const network = setupServer(...mock.handlers);

beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(async () => {
  network.close();
  await mock.close();
});

test('a key that somebody made is there', async () => {
  await using world = mock.sandbox();
  network.use(...world.handlers);
  const { message } = await createKey(api, 'Mine', publicKeyPem);
  expect(message).toMatch(/is ready/);
  expect((await world.admin.getState()).jwtKeys).toMatchObject([{ label: 'Mine' }]);
});

test('an invite whose answer was lost is there all the same', async () => {
  await using world = mock.sandbox();
  network.use(...world.handlers);
  await world.admin.addFault({ operations: ['createInvite'], reset: 'after', count: 1 });
  await expect(invite(api, 'ada@example.com')).rejects.toThrow('fetch failed');
  expect((await invite(api, 'ada@example.com')).message).toMatch(/^Conflict/);
});

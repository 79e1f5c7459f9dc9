import { startMock } from 'integration-contract';
import { afterAll, expect, test } from 'vitest';
import { createKey, invite } from '../app/service.ts';
import { publicKeyPem } from '../public-key.ts';

/** A mock on a free port, and for each test a world of its own: they run at once. */

const mock = await startMock({ port: 0 });
afterAll(() => mock.close());

const apiKey = 'test-key';

test.concurrent('a key that somebody made is there', async () => {
  await using world = mock.sandbox();
  const { message } = await createKey({ baseUrl: world.url, apiKey }, 'Mine', publicKeyPem);
  expect(message).toMatch(/is ready/);
  expect((await world.admin.getState()).jwtKeys).toMatchObject([{ label: 'Mine' }]);
  await world.admin.verifyExchanges({ operationId: 'createJwtKey', request: { body: { label: 'Mine' } } });
});

test.concurrent('a key without a label is rejected, and somebody reads why', async () => {
  await using world = mock.sandbox();
  const { message } = await createKey({ baseUrl: world.url, apiKey }, '', publicKeyPem);
  expect(message).toMatch(/^Invalid request: label/);
});

test.concurrent('somebody is invited again once the invite has expired', async () => {
  await using world = mock.sandbox();
  const api = { baseUrl: world.url, apiKey };
  await invite(api, 'ada@example.com');
  expect((await invite(api, 'ada@example.com')).message).toMatch(/^Conflict/);
  await world.admin.advanceClock({ seconds: 7 * 24 * 3600 });
  expect((await invite(api, 'ada@example.com')).message).toBe('ada@example.com is invited.');
});

test.concurrent('somebody is asked to try again when the service fails', async () => {
  await using world = mock.sandbox();
  await world.admin.addFault({ operations: ['createJwtKey'], error: { status: 503 }, count: 1 });
  const api = { baseUrl: world.url, apiKey };
  expect((await createKey(api, 'Mine', publicKeyPem)).message).toMatch(/try again/);
  expect((await createKey(api, 'Mine', publicKeyPem)).message).toMatch(/is ready/);
  await world.admin.verifyExchanges({
    operationId: 'createJwtKey',
    request: { body: { label: 'Mine' } },
    times: { exactly: 2 },
  });
});

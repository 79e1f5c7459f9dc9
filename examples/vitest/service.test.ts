import { startMock } from 'integration-contract';
import { afterAll, expect, test } from 'vitest';
import { createKey, invite } from '../app/service.ts';
import { publicKeyPem } from '../public-key.ts';

/** A mock that listens on a free port. Each test has its own sandbox, so the tests can run concurrently. */

const mock = await startMock({ port: 0 });
afterAll(() => mock.close());

const apiKey = 'test-key';

test.concurrent('stores a created key', async () => {
  await using sandbox = mock.sandbox();
  const { message } = await createKey({ baseUrl: sandbox.url, apiKey }, 'Mine', publicKeyPem);
  expect(message).toMatch(/is ready/);
  expect((await sandbox.admin.getState()).jwtKeys).toMatchObject([{ label: 'Mine' }]);
  await sandbox.admin.verifyExchanges({ operationId: 'createJwtKey', request: { body: { label: 'Mine' } } });
});

test.concurrent('shows the error message of the mock for a missing label', async () => {
  await using sandbox = mock.sandbox();
  const { message } = await createKey({ baseUrl: sandbox.url, apiKey }, '', publicKeyPem);
  expect(message).toMatch(/^Invalid request: label/);
});

test.concurrent('invites an address again after the invite has expired', async () => {
  await using sandbox = mock.sandbox();
  const api = { baseUrl: sandbox.url, apiKey };
  await invite(api, 'ada@example.com');
  expect((await invite(api, 'ada@example.com')).message).toMatch(/^Conflict/);
  await sandbox.admin.advanceClock({ seconds: 7 * 24 * 3600 });
  expect((await invite(api, 'ada@example.com')).message).toBe('ada@example.com is invited.');
});

test.concurrent('asks the user to try again when the service fails', async () => {
  await using sandbox = mock.sandbox();
  await sandbox.admin.addFault({ operations: ['createJwtKey'], error: { status: 503 }, count: 1 });
  const api = { baseUrl: sandbox.url, apiKey };
  expect((await createKey(api, 'Mine', publicKeyPem)).message).toMatch(/try again/);
  expect((await createKey(api, 'Mine', publicKeyPem)).message).toMatch(/is ready/);
  await sandbox.admin.verifyExchanges({
    operationId: 'createJwtKey',
    request: { body: { label: 'Mine' } },
    times: { exactly: 2 },
  });
});

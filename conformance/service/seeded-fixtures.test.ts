import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { listen } from '../../test/helpers/listen.ts';
import { seededFixtures, seedFixtures } from './seeded-fixtures.ts';

const SEED = seedFixtures();
const MOCK = { name: 'integration-contract' };

/**
 * Starts a target that responds to the health check of the control API with the given body.
 *
 * @param makes returns the body of the response to the creation with the given number, from 1; undefined if this
 * creation fails
 */
async function startTarget(health: unknown, makes: (made: number) => unknown = (made) => ({ id: `new-${made}` })) {
  const created: unknown[] = [];
  const gateways: unknown[] = [];
  const server = createServer(async (request, response) => {
    const { method, url } = request;
    gateways.push(request.headers['x-gateway']);
    if (method === 'GET' && url === '/__admin/health') return response.end(JSON.stringify(health));
    created.push([method, url, request.headers['content-type'], await json(request)]);
    const made = makes(created.length);
    response.writeHead(made === undefined ? 500 : 201).end(JSON.stringify(made ?? { id: 'none' }));
  });
  return {
    url: await listen(server),
    created,
    gateways,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('returns the fixtures of a new mock', () => {
  expect(SEED).toMatchObject({
    project: { id: expect.any(String), name: 'demo-project' },
    otherProject: { id: expect.any(String), name: expect.any(String) },
    org: { id: expect.any(String) },
    integration: { id: expect.any(String) },
    otherIntegration: { id: expect.any(String) },
    provider: 'salesforce',
  });
  expect(SEED.installations.length).toBeGreaterThanOrEqual(3);
  expect(SEED.otherProject.id).not.toBe(SEED.project.id);
});

test('creates installations and a second organization in a mock', async () => {
  using target = await startTarget(MOCK);
  const installations = ['new-1', 'new-2', 'new-3'];
  expect(await seededFixtures(target.url)).toEqual({ ...SEED, otherOrg: { id: 'new-4' }, installations });
  const body = { projectId: SEED.project.id, integrationId: SEED.integration.id };
  const request = ['POST', '/__admin/state/installations', 'application/json', body];
  const organization = ['POST', '/__admin/state/orgs', 'application/json', {}];
  expect(target.created).toEqual([request, request, request, organization]);
});

test('returns no second organization if the mock does not create a second organization', async () => {
  using target = await startTarget(MOCK, (made) => (made < 4 ? { id: `new-${made}` } : undefined));
  expect(await seededFixtures(target.url)).not.toHaveProperty('otherOrg');
});

test.each<[string, unknown, ((made: number) => unknown) | undefined]>([
  ['another service', { name: 'another' }, undefined],
  ['a service whose health is not an object', [], undefined],
  ['a mock that creates no installation', MOCK, () => undefined],
  ['a mock that creates too few installations', MOCK, (made) => (made < 3 ? { id: 'new' } : undefined)],
  ['a mock that returns no ID', MOCK, () => ({ id: 7 })],
  ['a mock that returns no object', MOCK, () => 'new'],
])('returns the installations of the seed for %s', async (_, health, makes) => {
  using target = await startTarget(health, makes);
  expect(await seededFixtures(target.url)).toEqual(SEED);
});

test('returns the fixtures of the seed if the service does not respond', async () => {
  using target = await startTarget(MOCK);
  target[Symbol.dispose]();
  expect(await seededFixtures(target.url)).toEqual(SEED);
});

test('sends the configured headers to the control API of the mock', async () => {
  using target = await startTarget(MOCK);
  await seededFixtures(target.url, 1, {}, { headers: { 'X-Gateway': 'open' } });
  expect(target.gateways).toEqual(['open', 'open', 'open']);
});

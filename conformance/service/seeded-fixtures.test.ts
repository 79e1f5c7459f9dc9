import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { listen } from '../../test/helpers/listen.ts';
import { seededFixtures, seedFixtures } from './seeded-fixtures.ts';

const SEED = seedFixtures();
const MOCK = { name: 'integration-contract' };

/** A target that says of itself what it is told to, and makes installations as long as it can. */
async function startTarget(health: unknown, makes: (made: number) => unknown = (made) => ({ id: `new-${made}` })) {
  const asked: unknown[] = [];
  const gateways: unknown[] = [];
  const server = createServer(async (request, response) => {
    const { method, url } = request;
    gateways.push(request.headers['x-gateway']);
    if (method === 'GET' && url === '/__admin/health') return response.end(JSON.stringify(health));
    asked.push([method, url, request.headers['content-type'], await json(request)]);
    const made = makes(asked.length);
    response.writeHead(made === undefined ? 500 : 201).end(JSON.stringify(made ?? { id: 'none' }));
  });
  return {
    url: await listen(server),
    asked,
    gateways,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('the fixtures of the seed are what a new mock knows', () => {
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

test('a mock is asked for installations of its own, and for a second organization', async () => {
  using target = await startTarget(MOCK);
  const installations = ['new-1', 'new-2', 'new-3'];
  expect(await seededFixtures(target.url)).toEqual({ ...SEED, otherOrg: { id: 'new-4' }, installations });
  const body = { projectId: SEED.project.id, integrationId: SEED.integration.id };
  const request = ['POST', '/__admin/state/installations', 'application/json', body];
  const organization = ['POST', '/__admin/state/orgs', 'application/json', {}];
  expect(target.asked).toEqual([request, request, request, organization]);
});

test('a mock that makes no organization is asked nothing of two', async () => {
  using target = await startTarget(MOCK, (made) => (made < 4 ? { id: `new-${made}` } : undefined));
  expect(await seededFixtures(target.url)).not.toHaveProperty('otherOrg');
});

test.each<[string, unknown, ((made: number) => unknown) | undefined]>([
  ['another service', { name: 'another' }, undefined],
  ['a service whose health is no object', [], undefined],
  ['a mock that makes none', MOCK, () => undefined],
  ['a mock that makes fewer', MOCK, (made) => (made < 3 ? { id: 'new' } : undefined)],
  ['a mock that does not name them', MOCK, () => ({ id: 7 })],
  ['a mock that answers no object', MOCK, () => 'new'],
])('%s may know the installations of the seed', async (_, health, makes) => {
  using target = await startTarget(health, makes);
  expect(await seededFixtures(target.url)).toEqual(SEED);
});

test('a service that is not there may know what the seed has', async () => {
  using target = await startTarget(MOCK);
  target[Symbol.dispose]();
  expect(await seededFixtures(target.url)).toEqual(SEED);
});

test('the control API of a mock is asked with the headers that every request has', async () => {
  using target = await startTarget(MOCK);
  await seededFixtures(target.url, 1, {}, { headers: { 'X-Gateway': 'open' } });
  expect(target.gateways).toEqual(['open', 'open', 'open']);
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { Contract } from '../../src/contract/contract.ts';
import { loadDocument } from '../../src/contract/document.ts';
import { OPENAPI_FILE, REQUIREMENTS_FILE } from '../../src/contract/project-files.ts';
import { loadRequirements } from '../../src/contract/requirements.ts';
import type { Fixtures } from '../target/configuration.ts';
import { seedFixtures } from '../target/seeded-fixtures.ts';
import { preflight } from './preflight.ts';
import { runCase } from './run-case.ts';
import { Session } from './session.ts';

const contract = new Contract(await loadDocument(OPENAPI_FILE, { trusted: true }));
const requirements = loadRequirements(REQUIREMENTS_FILE);
const fixtures = { ...seedFixtures(), forbiddenApiKey: 'forbidden' };

/** What comes of a server that answers one probe after the other with these statuses. */
async function judge(statuses: readonly number[], presumed = false, named: Fixtures = fixtures) {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(statuses[count++] ?? 500, { location: '/login' }).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const target = { baseUrl, apiKey: 'key', fixtures: named, presumed, runId: 'run', timeoutMs: 10_000 };
  const session = new Session(contract, requirements, target);
  const { findings } = await runCase(session, preflight);
  session.close();
  server.close();
  const result = findings.filter(({ rule }) => rule === 'D01').map(({ result, actual }) => actual ?? result);
  return { result: [...new Set(result)], stop: session.stop?.reason, session };
}

test.each([
  ['every fixture is known', [201, 201, 200, 200, 201, 200]],
  ['the first is known alone', [401, 404, 404, 404, 404, 404]],
  ['the last is known alone', [404, 404, 404, 404, 404, 400]],
  ['one leads elsewhere', [307, 201, 200, 200, 201, 200]],
])('D01 holds where %s', async (_, statuses) => {
  expect(await judge(statuses)).toMatchObject({ result: ['holds'], stop: undefined });
});

test('a server that knows nothing ends the run', async () => {
  expect(await judge([404, 404, 404, 404, 404, 404])).toMatchObject({ result: ['404'], stop: 'unknown' });
});

test.each([301, 307])('a server that answers all with %i ends the run, and tells where it leads', async (status) => {
  const statuses = Array.from({ length: 6 }, () => status);
  expect(await judge(statuses)).toMatchObject({ result: ['a redirect to /login'], stop: 'unknown' });
});

test.each([
  ['401', [401, 401, 401, 401, 401, 401]],
  ['403', [403, 403, 403, 403, 403, 403]],
])('a server that answers all with %s ends the run, and is accused of nothing', async (_, statuses) => {
  const { result, stop, session } = await judge(statuses);
  expect({ result, stop }).toEqual({ result: ['holds'], stop: 'refused' });
  expect(session.stop?.message).toMatch(/^the target refuses the API key .* is it the right one\?/);
});

test('a server that takes the key in another place than its header breaks D02', async () => {
  const server = createServer((request, response) => {
    const isKnown = request.headers.authorization === 'Bearer key';
    request.resume().on('end', () => response.writeHead(isKnown ? 201 : 401).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = { baseUrl, apiKey: 'key', fixtures, presumed: false, runId: 'run', timeoutMs: 10_000 };
  const session = new Session(contract, requirements, target);
  const { findings } = await runCase(session, preflight);
  session.close();
  server.close();
  expect(findings.filter(({ result }) => result === 'broken')).toMatchObject([
    { rule: 'D02', actual: 'as a bearer token' },
  ]);
  expect(session.stop?.reason).toBe('refused');
});

test('a server that knows nothing ends the run also where not every fixture is named', async () => {
  const { otherProject: _, otherIntegration: __, ...few } = fixtures;
  expect(await judge([404, 404, 404, 404], false, few)).toMatchObject({ result: ['404'], stop: 'unknown' });
});

test('a server that has another world than the mock is accused of nothing: the run asks for a configuration', async () => {
  const { result, stop, session } = await judge([404, 404, 404, 404, 404, 404], true);
  expect({ result, stop }).toEqual({ result: [], stop: 'unknown' });
  expect(session.stop?.message).toContain('name the fixtures of the target (--config)');
});

test('what a server does not know is missing where nobody said that it is there', async () => {
  const statuses = [201, 404, 200, 200, 404, 200];
  const names = ['project', 'org', 'integration', 'provider', 'otherProject', 'otherIntegration'] as const;
  const { session: presumed } = await judge(statuses, true);
  expect(names.filter((name) => !presumed.has(name))).toEqual(['org', 'otherProject']);
  expect(() => presumed.fixture('org')).toThrow('the fixture `org` is missing');
  const { session: named } = await judge(statuses);
  expect(names.filter((name) => !named.has(name))).toEqual([]);
});

import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '../../../test/helpers/contract.ts';
import { startJudged } from '../../../test/helpers/judge.ts';
import { listen } from '../../../test/helpers/listen.ts';
import { seedFixtures, suiteOf } from '../../../test/helpers/suite.ts';
import type { Fixtures } from '../../connection/fixture-kind.ts';
import { Session } from '../session.ts';
import { runCase } from './run-case.ts';

let mock: Awaited<ReturnType<typeof startJudged>>;
beforeAll(async () => {
  mock = await startJudged();
});
afterAll(() => mock[Symbol.asyncDispose]());

/**
 * Runs the preflight against a target.
 *
 * @returns the message about a wrong setting; undefined if the preflight finds no wrong setting
 */
async function misconfigurationAt(baseUrl: string, changed: Fixtures = {}, apiKey = 'test-key') {
  const fixtures = { ...seedFixtures(), ...changed };
  const target = { baseUrl, apiKey, fixtures, presumed: false, runId: 'run', timeoutMs: 10_000 };
  const session = new Session(suiteOf(contract).rules, target);
  const { misconfiguration } = await runCase(session, suiteOf(contract).first);
  session.close();
  return misconfiguration;
}

/**
 * Starts a server that responds with the statuses that `statusOf` returns. The status `undefined` stands for a 404 from
 * the router of the server.
 */
async function serve(statusOf: (request: IncomingMessage) => number | undefined) {
  const server = createServer((request, response) => {
    const status = statusOf(request);
    request.resume().on('end', () => response.writeHead(status ?? 404).end(status === undefined ? 'no route' : '{}'));
  });
  return { url: await listen(server), [Symbol.dispose]: () => server.close() };
}

test.each<[string, Fixtures]>([
  ['`project` (id "p-9", name "gone")', { project: { id: 'p-9', name: 'gone' } }],
  ['`org` (id "o-9")', { org: { id: 'o-9' } }],
  ['`integration` (id "i-9")', { integration: { id: 'i-9' } }],
  ['`provider` ("tripletex")', { provider: 'tripletex' }],
  ['`otherProject` (id "p-9", name "gone")', { otherProject: { id: 'p-9', name: 'gone' } }],
  ['`otherIntegration` (id "i-9")', { otherIntegration: { id: 'i-9' } }],
  ['`otherOrg` (id "o-9")', { otherOrg: { id: 'o-9' } }],
])('reports only the fixture %s as wrong if the target does not have this fixture', async (shown, changed) => {
  const [name] = Object.keys(changed);
  expect(await misconfigurationAt(mock.url, changed)).toBe(
    `the target does not have the fixture ${shown}: every operation that uses it responds with 404. Check fixtures.${name} in the configuration`,
  );
});

test('lists all unknown fixtures', async () => {
  const wrong = await misconfigurationAt(mock.url, { org: { id: 'o-9' }, provider: 'tripletex' });
  expect(wrong).toContain('the fixtures `org` (id "o-9") and `provider` ("tripletex"): every operation that uses them');
});

test('reports no wrong setting for a correct server that has the fixtures and the API key', async () => {
  expect(await misconfigurationAt(mock.url)).toBeUndefined();
});

test.each([['project-name-unknown'], ['create-invite-is-not-there'], ['invites-under-no-version']])(
  'reports no wrong setting for a server with the defect %s',
  async (name) => {
    await using server = await startJudged(name);
    expect(await misconfigurationAt(server.url)).toBeUndefined();
  },
);

const isOf = (part: string) => (request: IncomingMessage) => request.url?.includes(part) === true;
const isInvite = isOf('/invites');

test.each<[string, (request: IncomingMessage) => number | undefined]>([
  ['implements nothing', () => undefined],
  ['implements nothing, behind a guard', ({ headers }) => (headers['x-api-key'] === 'test-key' ? undefined : 401)],
  ['responds with 404 to each path of the contract', () => 404],
  ['implements only createInvite', (request) => (isInvite(request) ? 201 : undefined)],
])('reports no wrong fixture for a server that %s', async (_, statusOf) => {
  using server = await serve(statusOf);
  expect(await misconfigurationAt(server.url)).toBeUndefined();
});

test.each<[string, (request: IncomingMessage) => number | undefined]>([
  ['responds with another 404 for it', (request) => (isInvite(request) ? 404 : 201)],
  ['rejects other methods with 405', (request) => (!isInvite(request) ? 201 : request.method === 'GET' ? 405 : 404)],
])('reports a wrong fixture for a server that %s', async (_, statusOf) => {
  using server = await serve((request) => (isOf('/nowhere-')(request) ? undefined : statusOf(request)));
  expect(await misconfigurationAt(server.url)).toContain('`org`');
});

const WRONG_KEY =
  /^the target rejects the API key: every operation responds with 401\. Check --api-key, CONTRACT_API_KEY/;

test('reports a wrong API key, even if the target lacks some operations', async () => {
  expect(await misconfigurationAt(mock.url, {}, 'not-the-key')).toMatch(WRONG_KEY);
  using server = await serve((request) => (isOf('/installations/')(request) ? undefined : 401));
  expect(await misconfigurationAt(server.url)).toMatch(WRONG_KEY);
});

test.each<[string, (request: IncomingMessage) => number]>([
  ['a new integration', (request) => (request.url?.endsWith('/integrations') ? 201 : 401)],
  [
    'the deletion of an unknown installation',
    (request) => (isOf('/installations/')(request) && request.headers['x-api-key'] ? 404 : 401),
  ],
])('does not report a wrong API key if the target accepts the API key for %s', async (_, statusOf) => {
  using server = await serve(statusOf);
  expect(await misconfigurationAt(server.url)).toBeUndefined();
});

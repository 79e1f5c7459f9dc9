import { createServer, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { contract } from '../../../test/helpers/contract.ts';
import { listen } from '../../../test/helpers/listen.ts';
import { seedFixtures, suiteOf } from '../../../test/helpers/suite.ts';
import type { Fixtures } from '../../connection/fixture-kind.ts';
import { Session } from '../session.ts';
import { runCase } from './run-case.ts';

const fixtures = { ...seedFixtures(), forbiddenApiKey: 'forbidden' };

/**
 * Runs the preflight against a server that sends the given statuses in order, or the status that the given function
 * returns.
 */
async function runWith(
  statuses: readonly number[] | ((request: IncomingMessage) => number),
  presumed = false,
  named: Fixtures = fixtures,
  leadsTo = (_path: string) => '/login',
  fields: Readonly<Record<string, string>> = {},
) {
  let count = 0;
  const status = typeof statuses === 'function' ? statuses : () => statuses[count++] ?? 500;
  const server = createServer((request, response) => {
    request
      .resume()
      .on('end', () => response.writeHead(status(request), { location: leadsTo(request.url ?? ''), ...fields }).end());
  });
  const baseUrl = await listen(server);
  const target = { baseUrl, apiKey: 'k-4711', fixtures: named, presumed, runId: 'run', timeoutMs: 10_000 };
  const session = new Session(suiteOf(contract).rules, target);
  const { findings, exchanges } = await runCase(session, suiteOf(contract).first);
  session.close();
  server.close();
  const of = (id: string) => findings.filter(({ rule }) => rule === id).map(({ result, actual }) => actual ?? result);
  const messages = findings.flatMap(({ message }) => message ?? []);
  const shown = findings.flatMap(({ result, exchange }) => (result === 'broken' && exchanges[exchange ?? -1]) || []);
  const shows = shown.map(({ request }) => `${request.method} ${request.url.slice(baseUrl.length)}`);
  return { messages, result: [...new Set(of('D01'))], key: of('D02'), shows, stop: session.stop?.reason, session };
}

test.each([
  ['the target has every fixture', [201, 201, 200, 200, 201, 200]],
  ['the target has only the first fixture', [401, 404, 404, 404, 404, 404]],
  ['the target has only the last fixture', [404, 404, 404, 404, 404, 400]],
  ['one response is a redirect', [307, 201, 200, 200, 201, 200]],
])('records that D01 (every path is under `/v1`) holds if %s', async (_, statuses) => {
  expect(await runWith(statuses)).toMatchObject({ result: ['holds'], stop: undefined });
});

test('ends the run if the target has none of the fixtures', async () => {
  expect(await runWith([404, 404, 404, 404, 404, 404])).toMatchObject({ result: ['404'], stop: 'unknown' });
});

test.each([
  ['responds with 404', () => 404],
  ['responds with a redirect', () => 307],
  ['exists under another base path', ({ url }: IncomingMessage) => (url?.startsWith('/api/v1/projects/') ? 201 : 404)],
  ['accepts the API key in another header', ({ headers }: IncomingMessage) => (headers.authorization ? 201 : 401)],
])('shows the first request of the run as evidence if every operation %s', async (_, status) => {
  const { shows } = await runWith(status);
  expect(shows).toEqual([`POST /v1/projects/${fixtures.project?.id}/jwt-keys`]);
});

test.each([301, 307])(
  'ends the run if every response has the redirect status %i, and reports the URL of the redirect',
  async (status) => {
    const statuses = Array.from({ length: 6 }, () => status);
    expect(await runWith(statuses)).toMatchObject({ result: ['a redirect to /login'], stop: 'unknown' });
  },
);

test.each([
  ['under another base URL', (path: string) => `https://api.example.com/prefix${path}`, true],
  ['with an additional slash', (path: string) => `${path}/`, false],
  ['to a page to sign in', (path: string) => `https://id.example.com/login?to=${path}`, false],
])(
  'suggests the URL of a redirect as the base URL only if the path stays the same: %s',
  async (_, leadsTo, isBaseUrl) => {
    const { messages } = await runWith(() => 302, false, fixtures, leadsTo);
    const message = 'every operation responds with a redirect; expected a response of the operation';
    expect(messages).toEqual([isBaseUrl ? `${message}. Use the base URL of the redirect` : message]);
  },
);

test.each([
  ['401', [401, 401, 401, 401, 401, 401]],
  ['403', [403, 403, 403, 403, 403, 403]],
])('ends the run without a failure if every response is %s', async (_, statuses) => {
  const { result, stop, session } = await runWith(statuses);
  expect({ result, stop }).toEqual({ result: ['holds'], stop: 'refused' });
  expect(session.misconfiguration).toMatch(
    /^the target rejects the API key: every operation responds with 40[13]\. Check --api/,
  );
});

test.each([
  ['Basic realm="staging"', 'Basic'],
  ['ApiKey realm="basic, too", bearer', 'bearer'],
  ['ApiKey realm="Basic"', undefined],
])(
  'suggests the authentication that a gateway may require, from the header WWW-Authenticate %s: %s',
  async (value, scheme) => {
    const { session } = await runWith(() => 401, false, fixtures, undefined, { 'www-authenticate': value });
    const [, hint] = (session.stop?.message ?? '').split('apiKey in the configuration');
    expect(hint).toBe(
      scheme ? `. A gateway may require ${scheme} authentication: add --header 'Authorization: …'` : '',
    );
  },
);

test.each([
  ['as a bearer token', 'authorization', 'Bearer k-4711'],
  ['in the header Api-Key', 'api-key', 'k-4711'],
  ['in the header X-Auth-Token', 'x-auth-token', 'k-4711'],
])('reports D02 for a target that accepts the API key only %s', async (what, name, value) => {
  const { key, stop } = await runWith(({ headers }) => (headers[name] === value ? 201 : 401));
  expect({ key, stop }).toEqual({ key: [what], stop: 'refused' });
});

test.each([
  ['/', '/projects/'],
  ['/api/v1', '/api/v1/projects/'],
])(
  'reports D01 for a target that serves its operations under %s, even with the default fixtures',
  async (where, path) => {
    const knows = ({ url, headers }: IncomingMessage) => {
      if (headers['x-api-key'] !== 'k-4711') return 401;
      return url?.startsWith(path) ? 201 : 404;
    };
    expect(await runWith(knows, true)).toMatchObject({ result: [`found under ${where}`], stop: 'unknown' });
  },
);

test('ends the run if the target has none of the fixtures in an incomplete configuration', async () => {
  const { otherProject: _, otherIntegration: __, ...few } = fixtures;
  expect(await runWith([404, 404, 404, 404], false, few)).toMatchObject({ result: ['404'], stop: 'unknown' });
});

test('ends the run without a failure and suggests a configuration if the target has none of the default fixtures', async () => {
  const { result, stop, session } = await runWith(({ headers }) => (headers['x-api-key'] ? 404 : 401), true);
  expect({ result, stop }).toEqual({ result: [], stop: 'unknown' });
  expect(session.stop?.message).toContain('Add `fixtures` to the configuration (--config)');
});

test('marks a default fixture as missing if the target does not have the fixture, but never marks a configured fixture as missing', async () => {
  const statuses = [201, 404, 200, 200, 404, 200];
  const names = ['project', 'org', 'integration', 'provider', 'otherProject', 'otherIntegration'] as const;
  const { session: presumed } = await runWith(statuses, true);
  expect(names.filter((name) => !presumed.has(name))).toEqual(['org', 'otherProject']);
  expect(() => presumed.fixture('org')).toThrow('the fixture `org` is missing');
  const { session: named } = await runWith(statuses);
  expect(names.filter((name) => !named.has(name))).toEqual([]);
});

test.each([
  ['a 404 only with a known key', ({ headers }: IncomingMessage) => (headers['x-api-key'] ? undefined : 401), 'org'],
  ['a 404 also without a key, like a nonexistent route', () => undefined, undefined],
])(
  'marks a configured fixture as uncertain if a request with this fixture gets a 404, and the path of the request requires an API key: %s',
  async (_, guard, uncertain) => {
    const { session } = await runWith(
      (request) => guard(request) ?? (/orgs|invites/.test(request.url ?? '') ? 404 : 201),
    );
    const operations = session.contract.operations.map((operation) => session.uncertainFixture(operation));
    expect([...new Set(operations)].filter(Boolean)).toEqual([uncertain].filter(Boolean));
  },
);

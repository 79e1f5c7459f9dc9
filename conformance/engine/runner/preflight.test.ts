import { createServer, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { contract } from '../../../test/helpers/contract.ts';
import { listen } from '../../../test/helpers/listen.ts';
import { seedFixtures, suiteOf } from '../../../test/helpers/suite.ts';
import type { Fixtures } from '../../connection/fixture-kind.ts';
import { Session } from '../session.ts';
import { runCase } from './run-case.ts';

const fixtures = { ...seedFixtures(), forbiddenApiKey: 'forbidden' };

/** What comes of a server that answers one request after the other with these statuses, or as it sees fit. */
async function judge(
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
  const said = findings.flatMap(({ message }) => message ?? []);
  const shown = findings.flatMap(({ result, exchange }) => (result === 'broken' && exchanges[exchange ?? -1]) || []);
  const shows = shown.map(({ request }) => `${request.method} ${request.url.slice(baseUrl.length)}`);
  return { said, result: [...new Set(of('D01'))], key: of('D02'), shows, stop: session.stop?.reason, session };
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

test.each([
  ['is nowhere', () => 404],
  ['leads elsewhere', () => 307],
  ['is under another path', ({ url }: IncomingMessage) => (url?.startsWith('/api/v1/projects/') ? 201 : 404)],
  ['takes the key in another place', ({ headers }: IncomingMessage) => (headers.authorization ? 201 : 401)],
])(
  'where everything %s, the first request to an operation shows it, not what was asked to find out why',
  async (_, status) => {
    const { shows } = await judge(status);
    expect(shows).toEqual([`POST /v1/projects/${fixtures.project?.id}/jwt-keys`]);
  },
);

test.each([301, 307])('a server that answers all with %i ends the run, and tells where it leads', async (status) => {
  const statuses = Array.from({ length: 6 }, () => status);
  expect(await judge(statuses)).toMatchObject({ result: ['a redirect to /login'], stop: 'unknown' });
});

test.each([
  ['under another base URL', (path: string) => `https://api.example.com/prefix${path}`, true],
  ['with a slash more', (path: string) => `${path}/`, false],
  ['to a page to sign in', (path: string) => `https://id.example.com/login?to=${path}`, false],
])('where a redirect leads is told as the base URL only where it keeps the path: %s', async (_, leadsTo, isBaseUrl) => {
  const { said } = await judge(() => 302, false, fixtures, leadsTo);
  const message = 'every operation is answered with a redirect, which the suite never follows';
  expect(said).toEqual([isBaseUrl ? `${message}: give the base URL that it leads to` : message]);
});

test.each([
  ['401', [401, 401, 401, 401, 401, 401]],
  ['403', [403, 403, 403, 403, 403, 403]],
])('a server that answers all with %s ends the run, and is accused of nothing', async (_, statuses) => {
  const { result, stop, session } = await judge(statuses);
  expect({ result, stop }).toEqual({ result: ['holds'], stop: 'refused' });
  expect(session.stop?.message).toMatch(/^the target rejects the API key .* is it the right one\?/);
});

test.each([
  ['Basic realm="staging"', 'Basic'],
  ['ApiKey realm="basic, too", bearer', 'bearer'],
  ['ApiKey realm="Basic"', undefined],
])(
  'where a rejection has the challenge %s, the header that is asked for in front is named: %s',
  async (value, scheme) => {
    const { session } = await judge(() => 401, false, fixtures, undefined, { 'www-authenticate': value });
    const [, hint] = (session.stop?.message ?? '').split('apiKey in the configuration');
    expect(hint).toBe(scheme ? `; something in front of it asks for ${scheme}: --header 'Authorization: …'` : '');
  },
);

test.each([
  ['as a bearer token', 'authorization', 'Bearer k-4711'],
  ['in the header Api-Key', 'api-key', 'k-4711'],
  ['in the header X-Auth-Token', 'x-auth-token', 'k-4711'],
])('a server that takes the key %s alone breaks D02', async (what, name, value) => {
  const { key, stop } = await judge(({ headers }) => (headers[name] === value ? 201 : 401));
  expect({ key, stop }).toEqual({ key: [what], stop: 'refused' });
});

test.each([
  ['/', '/projects/'],
  ['/api/v1', '/api/v1/projects/'],
])(
  'a server that has its operations under %s breaks D01, whatever it knows and asks for first',
  async (where, path) => {
    const knows = ({ url, headers }: IncomingMessage) => {
      if (headers['x-api-key'] !== 'k-4711') return 401;
      return url?.startsWith(path) ? 201 : 404;
    };
    expect(await judge(knows, true)).toMatchObject({ result: [`found under ${where}`], stop: 'unknown' });
  },
);

test('a server that knows nothing ends the run also where not every fixture is named', async () => {
  const { otherProject: _, otherIntegration: __, ...few } = fixtures;
  expect(await judge([404, 404, 404, 404], false, few)).toMatchObject({ result: ['404'], stop: 'unknown' });
});

test('a server that has another world than the mock is accused of nothing: the run asks for a configuration', async () => {
  const { result, stop, session } = await judge(({ headers }) => (headers['x-api-key'] ? 404 : 401), true);
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

test.each([
  ['for a known key alone', ({ headers }: IncomingMessage) => (headers['x-api-key'] ? undefined : 401), 'org'],
  ['also without a key, as where no route is', () => undefined, undefined],
])('a fixture that is not found, %s, it is doubted or not', async (_, guard, doubted) => {
  const { session } = await judge((request) => guard(request) ?? (/orgs|invites/.test(request.url ?? '') ? 404 : 201));
  const operations = session.contract.operations.map((operation) => session.doubted(operation));
  expect([...new Set(operations)].filter(Boolean)).toEqual([doubted].filter(Boolean));
});

test('an `otherIntegration` that somebody named and the target does not know is told as that', async () => {
  const { session } = await judge([201, 201, 200, 200, 201, 404]);
  expect(session.lack('otherIntegration')).toBe('the target does not know the fixture `otherIntegration`');
});

test.each([
  ['metadata is taken under it', [201, 201, 200, 200, 201, 200]],
  ['metadata is rejected under it for another reason', [201, 201, 200, 200, 201, 422]],
  ['metadata cannot be upserted at all', [201, 201, 404, 404, 201, 404]],
])('nothing is said of `otherIntegration` where %s', async (_, statuses) => {
  const { session } = await judge(statuses);
  expect(session.lack('otherIntegration')).toBeUndefined();
});

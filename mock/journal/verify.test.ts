import supertest from 'supertest';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createMock } from '../../test/helpers/mock.ts';

/** Tests of matchers, and of the verification of exchanges with its near misses. */

const mock = await createMock();
afterAll(() => mock.close());
const api = supertest(mock.app);

const ORG = '33333333-3333-4333-8333-333333333333';
let sandboxes = 0;
let base = '';

beforeEach(() => {
  base = `/sandboxes/verify-${sandboxes++}`;
});

function send(method: 'post' | 'patch', path: string, body: object) {
  return api[method](base + path)
    .set('X-Api-Key', 'test-key')
    .send(body);
}

const invite = (email: unknown, query = '') => send('post', `/v1/orgs/${ORG}/invites${query}`, { email });
const metadata = (body: object) => send('post', '/v1/projects/demo-project/integrations', body);

function verify(matcher: object) {
  return api.post(`${base}/__admin/journal/verify`).send(matcher);
}

async function count(matcher: object): Promise<number> {
  const { body } = await api.post(`${base}/__admin/journal/count`).send(matcher).expect(200);
  return body.count;
}

describe('a matcher', () => {
  test.each([
    ['an empty matcher', {}, 2],
    ['an operation', { operationId: 'createInvite' }, 1],
    ['a method, in any letter case', { method: 'post' }, 2],
    ['a path', { path: `/v1/orgs/${ORG}/invites` }, 1],
    ['a template', { path: '/v1/orgs/{org}/invites' }, 1],
    ['the beginning of a path', { path: '/v1/projects/*' }, 1],
    ['a parameter of the path', { operationId: 'createInvite', params: { orgId: ORG } }, 1],
    [
      'another value of a parameter of the path',
      { operationId: 'createInvite', params: { orgId: { $startsWith: '4' } } },
      0,
    ],
    ['a parameter of the query', { query: { tag: { $contains: 'b' } } }, 1],
    ['a status', { status: 201 }, 1],
    ['a class of statuses', { status: '4XX' }, 1],
    ['a violated rule', { rule: 'D30' }, 1],
    ['violations', { violations: true }, 1],
    ['a header, in any letter case', { request: { headers: { 'X-Trace': 'abc' } } }, 2],
    ['an absent header', { request: { headers: { 'X-Trace': { $exists: false } } } }, 0],
    ['an existing API key', { request: { headers: { 'X-Api-Key': { $exists: true } } } }, 2],
    ['a header of the response', { response: { headers: { 'content-type': { $endsWith: 'json' } } } }, 2],
    ['a property of the body', { request: { body: { email: 'ada@example.com' } } }, 1],
    ['a property of another type', { request: { body: { email: ['ada@example.com'] } } }, 0],
    ['an absent property', { request: { body: { email: { $exists: false } } } }, 1],
    ['the end of a string', { request: { body: { email: { $endsWith: '@example.com' } } } }, 1],
    ['several operators', { request: { body: { email: { $startsWith: 'ada', $endsWith: '.org' } } } }, 0],
    ['one of several values', { request: { body: { email: { $oneOf: ['a', 'ada@example.com'] } } } }, 1],
    ['a nested property', { request: { body: { latestRevision: { content: { tags: ['a', { deep: true }] } } } } }, 1],
    ['too few items', { request: { body: { latestRevision: { content: { tags: ['a'] } } } } }, 0],
    [
      'an item of an array',
      { request: { body: { latestRevision: { content: { tags: { $contains: { deep: true } } } } } } },
      1,
    ],
    ['a null', { request: { body: { latestRevision: { content: { nothing: null } } } } }, 1],
    ['the body of the response', { response: { body: { status: 'pending' } } }, 1],
    ['a sequence number above a minimum', { after: 1 }, 1],
    [
      'several properties',
      { operationId: 'createInvite', status: 201, request: { body: { email: 'ada@example.com' } } },
      1,
    ],
  ])('finds exchanges with %s', async (_, matcher, found) => {
    await invite('ada@example.com', '?tag=a&tag=b').set('X-Trace', 'abc').expect(201);
    await metadata({
      name: 'n',
      latestRevision: { specVersion: '1', content: { tags: ['a', { deep: true, other: 1 }], nothing: null } },
    })
      .set('X-Trace', 'abc')
      .expect(400);
    expect(await count(matcher)).toBe(found);
    const { body } = await api.post(`${base}/__admin/journal/find`).send(matcher).expect(200);
    expect(body.exchanges).toHaveLength(found);
  });

  test('finds an exchange by a text that contains a known API key, which the journal redacts', async () => {
    await invite('test-key@example.com').expect(201);
    expect(await count({ request: { body: { email: 'test-key@example.com' } } })).toBe(1);
    expect(await count({ request: { body: { email: 'other@example.com' } } })).toBe(0);
  });

  test.each([
    ['an unknown operation', { operationId: 'createInvites' }, '/operationId', 'createInvite'],
    ['an unknown parameter', { operationId: 'createInvite', params: { org: 'x' } }, '/params/org', 'orgId'],
    ['an unknown operator', { request: { body: { a: [{ $like: 'x' }] } } }, '/request/body/a/0/$like', '$startsWith'],
    ['an operator of a header', { request: { headers: { a: { $like: 'x' } } } }, '/request/headers/a/$like', ''],
    [
      'an invalid argument of an operator',
      { request: { body: { $startsWith: 1 } } },
      '/request/body/$startsWith',
      'a string',
    ],
    ['operators mixed with properties', { request: { body: { a: 1, $exists: true } } }, '/request/body', 'a mixture'],
    ['a header that is redacted', { request: { headers: { Cookie: 'a' } } }, '/request/headers/Cookie', 'redacted'],
    ['an unknown property', { operation: 'createInvite' }, '/operation', ''],
    ['an invalid status', { status: 'ok' }, '/status', ''],
    ['an unknown number of times', { times: { often: 3 } }, '/times/often', ''],
    ['contradictory numbers of times', { times: { exactly: 1, atLeast: 1 } }, '/times', ''],
  ])('rejects a matcher with %s', async (_, matcher, pointer, text) => {
    const { body } = await verify(matcher).expect(400);
    expect(body.issues.map((issue: { pointer: string }) => issue.pointer)).toContain(pointer);
    expect(JSON.stringify(body)).toContain(text);
  });

  test('rejects a matcher that is nested too deeply', async () => {
    const deep = `{"request": {"body": ${'['.repeat(5000)}${']'.repeat(5000)}}}`;
    await api
      .post(`${base}/__admin/journal/count`)
      .set('Content-Type', 'application/json')
      .send(deep)
      .expect(400)
      .expect(/at most 100 levels/);
  });
});

describe('verifyExchanges', () => {
  const EMAIL = { operationId: 'createInvite', request: { body: { email: 'ada@example.com' } } };

  test.each([
    [undefined, 2],
    [{ exactly: 2 }, 2],
    [{ atLeast: 1 }, 2],
    [{ atMost: 2 }, 2],
    [{ atLeast: 1, atMost: 3 }, 2],
  ])('accepts two matching exchanges if the expected number is %j', async (times, found) => {
    await invite('ada@example.com').expect(201);
    await invite('ada@example.com').expect(409);
    const { body } = await verify({ ...EMAIL, times }).expect(200);
    expect(body).toEqual({ matched: true, count: found });
  });

  test('lists the closest exchanges and their differences if no exchange matches', async () => {
    await invite('bob@example.com').expect(201);
    await invite('ada@example.org').expect(201);
    await metadata({}).expect(400);
    const { body } = await verify({ ...EMAIL, status: 201, times: { exactly: 2 } }).expect(409);
    expect(body).toMatchObject({
      type: 'urn:integration-contract:problem:verification-failed',
      expected: 'exactly 2 exchanges of createInvite with status 201, body.email "ada@example.com"',
      count: 0,
      matches: [],
      nearMisses: [
        {
          sequence: 2,
          differences: [{ pointer: '/request/body/email', expected: '"ada@example.com"', actual: '"ada@example.org"' }],
        },
        { sequence: 1, differences: [{ pointer: '/request/body/email', actual: '"bob@example.com"' }] },
        { sequence: 3, differences: [{ pointer: '/operationId' }, { pointer: '/status' }, { actual: 'nothing' }] },
      ],
    });
    expect(body.detail).toBe(
      `The journal has 0 matching exchanges; expected exactly 2 exchanges of createInvite with status 201, body.email "ada@example.com". Closest non-matching exchange: #2, POST /v1/orgs/${ORG}/invites, status 201. body.email is "ada@example.org"; expected "ada@example.com".`,
    );
  });

  test('shows the problem of the closest exchange if the mock rejected its request', async () => {
    await send('post', `/v1/orgs/${ORG}/invites`, { mail: 'ada@example.com' }).expect(400);
    const { body } = await verify({ operationId: 'createInvite', status: 201 }).expect(409);
    expect(body.nearMisses[0]).toMatchObject({
      status: 400,
      rules: ['D70'],
      problem: expect.stringContaining('email'),
    });
    expect(body.detail).toContain('The mock rejected the request: ');
  });

  test('lists the matching exchanges if more exchanges match than expected', async () => {
    await invite('ada@example.com');
    await invite('ada@example.com');
    const { body } = await verify({ ...EMAIL, times: { atMost: 1 } }).expect(409);
    expect(body).toMatchObject({ count: 2, matches: [{ sequence: 1 }, { sequence: 2 }], nearMisses: [] });
    expect(body.detail).toContain('at most 1 exchange of createInvite');
    expect(body.detail).toContain('Matches: #1, #2.');
  });

  test('lists the matching exchanges, and near misses of the same operation, if fewer exchanges match than expected', async () => {
    await invite('ada@example.com').expect(201);
    await metadata({}).expect(400);
    const { body: alone } = await verify({ ...EMAIL, times: { exactly: 2 } }).expect(409);
    expect(alone).toMatchObject({ count: 1, matches: [{ sequence: 1 }], nearMisses: [] });
    expect(alone.detail).toMatch(
      /^The journal has 1 matching exchange; expected exactly 2 exchanges of createInvite .*\. Match: #1\.$/,
    );
    await invite('bob@example.com').expect(201);
    const { body } = await verify({ ...EMAIL, times: { exactly: 2 } }).expect(409);
    expect(body.nearMisses.map(({ sequence }: { sequence: number }) => sequence)).toEqual([3]);
    expect(body.detail).toContain('Match: #1. Closest non-matching exchange: #3,');
  });

  test('finds an exchange in the journal immediately after the response of the exchange', async () => {
    for (let n = 0; n < 20; n++) {
      const email = `${n}@example.com`;
      await invite(email).expect(201);
      await verify({ request: { body: { email } }, times: { exactly: 1 } }).expect(200);
    }
  });

  test('shows in the problem document of a failed verification that the journal is empty', async () => {
    const { body } = await verify(EMAIL).expect(409);
    expect(body.detail).toContain('The journal is empty.');
  });
});

import { expect, test } from 'vitest';
import type { Answer } from '../../../src/run-result/wire.ts';
import { contract } from '../../../test/helpers/contract.ts';
import { suiteOf } from '../../../test/helpers/suite.ts';
import { Session } from '../session.ts';
import { evaluateResponse } from './evaluate-response.ts';

const { requirements } = suiteOf(contract).rules;
const target = { baseUrl: 'http://127.0.0.1:1', apiKey: 'secret-key', fixtures: {}, presumed: false, runId: 'run' };
const newSession = () => new Session(suiteOf(contract).rules, { ...target, timeoutMs: 1000 });
const REQUEST = { method: 'POST', path: '/', headers: {} };

/** A response with the given body, in the media type that the document lists for its status. */
function answer(status: number, json: unknown, more: Partial<Answer> = {}): Answer {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  const text = json === undefined ? '' : JSON.stringify(json);
  return { status, headers: { 'content-type': type }, text, json, durationMs: 1, ...more };
}

function evaluated(
  operationId: string,
  given: Answer,
  judgement: 'whole' | 'survival' = 'whole',
  session = newSession(),
) {
  const found = [...evaluateResponse(session, REQUEST, given, contract.operation(operationId), judgement)];
  const findings = found.map((finding) => ({ ...finding, rule: session.rules.ruleOf(finding.rule) }));
  const of = (wanted: string) => findings.filter(({ result }) => result === wanted);
  return { holds: of('holds').map(({ rule }) => rule), broken: of('broken') };
}

const example = (operationId: string, status: string) =>
  contract.operation(operationId)?.responses.find((one) => one.status === status)?.content[0]?.examples[0]?.value;
const INVITE = example('createInvite', '201') as object;
const PROBLEM = {
  type: 'urn:problem:not-found',
  title: 'Not Found',
  status: 404,
  detail: 'There is no such organization.',
  instance: 'urn:uuid:6f1c1c52-9f3e-4a8e-9d3a-0d2b3c4d5e6f',
  href: 'https://example.com/docs',
};

test.each([
  [499, 'kept'],
  [500, 'broken'],
  [503, 'broken'],
])('evaluates the status %i by the rule D15 (no server errors); the result is: %s', (status, want) => {
  const { holds, broken } = evaluated('createInvite', answer(status, PROBLEM), 'survival');
  expect(holds).toEqual(want === 'kept' ? ['D15'] : []);
  const message = `the target responds to POST with ${status}; expected a 2xx or 4xx`;
  const finding = { rule: 'D15', result: 'broken', message, expected: 'a 2xx or 4xx', actual: `${status}` };
  expect(broken).toEqual(want === 'kept' ? [] : [finding]);
});

test('evaluates only D15 (no server errors) in the response to a request that belongs to no operation', () => {
  expect(evaluated('none', answer(404, undefined))).toEqual({ holds: ['D15'], broken: [] });
});

test('records that the rules about a response hold if the response is a valid success', () => {
  expect(evaluated('createInvite', answer(201, INVITE))).toEqual({
    holds: ['D15', 'D70', 'D13', 'S01', 'D11'],
    broken: [],
  });
});

test('evaluates the body of an undocumented 2xx by the schema of the documented success, and ignores the body of a redirect', () => {
  expect(evaluated('createInvite', answer(200, INVITE)).holds).toContain('D70');
  expect(evaluated('createInvite', answer(200, {})).broken.map(({ rule }) => rule)).toContain('D70');
  expect(evaluated('createInvite', answer(302, {}))).toEqual({ holds: ['D15'], broken: [] });
});

test.each(['application/json', 'application/problem+json'])(
  'reports only D23 if a successful response contains a problem document with the media type %s',
  (type) => {
    const { broken } = evaluated('createInvite', answer(200, PROBLEM, { headers: { 'content-type': type } }));
    expect(broken).toMatchObject([{ rule: 'D23', expected: '404', actual: '200' }]);
  },
);

test.each([
  [
    'another media type',
    { headers: { 'content-type': 'text/plain' } },
    'the response of createInvite has the media type text/plain; expected application/json',
    'application/json',
    'text/plain',
  ],
  [
    'no media type',
    { headers: {} },
    'the response of createInvite has the media type none; expected application/json',
    'application/json',
    'none',
  ],
  [
    'no JSON',
    { json: undefined, text: `<${'a'.repeat(100)}` },
    'the body of the response of createInvite is not JSON',
    'JSON',
    `"<${'a'.repeat(78)}… (23 more characters)`,
  ],
  ['no body', { json: undefined, text: '' }, 'the response of createInvite has no body', 'application/json', 'no body'],
])('reports the rule about the response body if a successful response has %s', (_, more, message, expected, actual) => {
  const { broken } = evaluated('createInvite', answer(201, INVITE, more));
  expect(broken).toEqual([{ rule: 'D70', result: 'broken', message, expected, actual }]);
});

test('reports the rule of the violated part of the schema, or else the rule about the response body', () => {
  const { broken } = evaluated('createInvite', answer(201, []));
  expect(broken).toMatchObject([
    { rule: 'D70', message: 'the body in the response of createInvite is an empty array; expected an object' },
  ]);
  const wrong = evaluated('createInvite', answer(201, { ...INVITE, createTime: 7 })).broken;
  expect(wrong.map(({ message }) => message)).toContain(
    '`/createTime` in the response of createInvite is 7; expected a string',
  );
});

test('reports D11 for undocumented properties of a response, and lists at most five of them', () => {
  const more = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`extra/${n}`, n]));
  const { broken } = evaluated('createInvite', answer(201, { ...INVITE, ...more }));
  const actual = '/extra~10, /extra~11, /extra~12, /extra~13, /extra~14';
  expect(broken).toMatchObject([{ rule: 'D11', expected: 'only documented properties', actual }]);
});

test.each<[string, Partial<Answer>, string | undefined]>([
  ['has no body', { status: 204 }, undefined],
  ['has a body', { status: 204, text: '{}' }, '2 bytes'],
  ['announces a body in Content-Length', { status: 204, headers: { 'content-length': '7' } }, '7 bytes'],
  ['announces an empty body', { status: 204, headers: { 'content-length': '0' } }, undefined],
])('evaluates a 204 that %s', (_, more, actual) => {
  const { holds, broken } = evaluated('deleteInstallation', answer(204, undefined, { headers: {}, ...more }));
  expect(holds).toEqual(actual === undefined ? ['D15', 'D81'] : ['D15']);
  const message = 'the 204 response of deleteInstallation has a body; expected no body';
  const findings = [{ rule: 'D81', result: 'broken', message, expected: 'no body', actual }];
  expect(broken).toEqual(actual === undefined ? [] : findings);
});

test('records that the rules about problem documents hold if a problem document is complete, and stores its title', () => {
  const session = newSession();
  const { holds, broken } = evaluated('createInvite', answer(404, PROBLEM), 'whole', session);
  expect(broken).toEqual([]);
  expect(holds).toEqual(['D15', 'D26', 'D20', 'D21', 'D22', 'D23', 'D24']);
  evaluated('createInvite', answer(404, { ...PROBLEM, title: 'Gone' }), 'whole', session);
  evaluated('createInvite', answer(404, { ...PROBLEM, title: 7 }), 'whole', session);
  evaluated('createInvite', answer(404, { ...PROBLEM, type: undefined }), 'whole', session);
  expect(session.titles.shown(session.conceal)).toEqual({ [PROBLEM.type]: ['Not Found', 'Gone'] });
});

test('accepts additional properties of a problem document', () => {
  const extra = { timestamp: 1, issues: [{ expected: 'a string' }] };
  const { broken } = evaluated('createInvite', answer(404, { ...PROBLEM, ...extra }));
  expect(broken).toEqual([]);
  const rulesOf = (status: number, json: object) =>
    evaluated('createInvite', answer(status, json)).broken.map(({ rule }) => rule);
  expect(rulesOf(404, { ...PROBLEM, title: undefined, error: 'Not Found' })).toEqual(['D22']);
  expect(rulesOf(500, { ...PROBLEM, status: 500, ...extra })).toEqual(['D15']);
});

const NOT_AN_OBJECT = 'the body of the error response is not a JSON object; expected a problem document';

test.each<[string, unknown, Partial<Answer>, string, string, string]>([
  [
    'another media type',
    PROBLEM,
    { headers: { 'content-type': 'application/json' } },
    'the error response has the media type application/json; expected application/problem+json',
    'application/problem+json',
    'application/json',
  ],
  [
    'no media type',
    PROBLEM,
    { headers: {} },
    'the error response has the media type none; expected application/problem+json',
    'application/problem+json',
    'none',
  ],
  ['a list', [], {}, NOT_AN_OBJECT, 'a problem document', '"[]"'],
  ['no body', undefined, {}, NOT_AN_OBJECT, 'a problem document', 'no body'],
  [
    'a page',
    undefined,
    { text: 'a'.repeat(90) },
    NOT_AN_OBJECT,
    'a problem document',
    `"${'a'.repeat(79)}… (12 more characters)`,
  ],
])('reports D20 for an error response with %s', (_, json, more, message, expected, actual) => {
  const { holds, broken } = evaluated('createInvite', answer(404, json, more));
  expect(broken).toMatchObject([{ rule: 'D20', message, expected, actual }]);
  expect(holds).not.toContain('D20');
});

test('gives a failure of D20 the basis `decided` if the document lists no problem document for the operation', () => {
  const documentedFor = requirements.find(({ id }) => id === 'D20')?.documentedFor ?? [];
  for (const { operationId } of contract.operations) {
    const [finding] = evaluated(operationId, answer(404, [])).broken;
    expect([operationId, finding?.basis]).toEqual([
      operationId,
      documentedFor.includes(operationId) ? undefined : 'decided',
    ]);
  }
});

test('gives a failure of D20 in a 405 the basis `decided` for every operation', () => {
  for (const { operationId } of contract.operations)
    expect(evaluated(operationId, answer(405, [])).broken[0]).toMatchObject({ rule: 'D20', basis: 'decided' });
});

test.each([
  ['lacks a required property', { ...PROBLEM, title: undefined }, 'D22', 'the problem document has no `title`'],
  [
    'has a property of another type',
    { ...PROBLEM, title: 7 },
    'D21',
    '`title` of the problem document is 7; expected a string',
  ],
  [
    'has another status than the response',
    { ...PROBLEM, status: 400 },
    'D23',
    '`status` of the problem document is 400; expected 404, the status of the response',
  ],
  [
    'lacks recommended properties',
    { ...PROBLEM, href: undefined, detail: undefined },
    'D24',
    'the problem document has no `detail`, no `href`',
  ],
  ['contains a key', { ...PROBLEM, detail: 'not secret-key' }, 'D26', 'the error response contains the API key'],
])('reports only one broken rule for a problem document that %s', (_, json, rule, message) => {
  const { holds, broken } = evaluated('createInvite', answer(404, JSON.parse(JSON.stringify(json))));
  expect(broken).toMatchObject([{ rule, message }]);
  expect(holds).not.toContain(rule);
});

test.each([
  ['Host', 'example.com', 'kept'],
  ['X-Tenant', '6f1c1c52', 'kept'],
  ['Authorization', '6f1c1c52', 'broken'],
  ['Authorization', 'organization', 'kept'],
])(
  'evaluates D26 (no leaks) if a problem document contains the value of the configured header %s (%s); the result is: %s',
  (name, value, want) => {
    const session = new Session(suiteOf(contract).rules, { ...target, headers: { [name]: value }, timeoutMs: 1000 });
    const { broken } = evaluated('createInvite', answer(404, PROBLEM), 'whole', session);
    expect(broken.map(({ rule }) => rule)).toEqual(want === 'kept' ? [] : ['D26']);
  },
);

test('lists the recommended properties that a problem document lacks', () => {
  const { type, title, status } = PROBLEM;
  const { broken } = evaluated('createInvite', answer(404, { type, title, status }));
  expect(broken).toMatchObject([{ expected: 'detail, instance, href', actual: 'no detail, no instance, no href' }]);
});

test.each([
  ['a success', 'createInvite', 201, 'application/json', 'D70'],
  ['an error', 'createInvite', 404, 'application/problem+json', 'D20'],
] as const)('reports a JSON body that is not UTF-8 in %s', (_, operationId, status, mediaType, rule) => {
  const given = { ...answer(status, {}), headers: { 'content-type': mediaType }, isUndecodable: true as const };
  const messages = evaluated(operationId, given)
    .broken.filter((one) => one.rule === rule)
    .map((one) => one.message);
  expect(messages.join()).toContain('is not UTF-8; expected JSON in UTF-8 (RFC 8259 §8.1)');
  const latin = { ...given, headers: { 'content-type': 'text/html' } };
  expect(
    evaluated(operationId, latin)
      .broken.map((one) => one.message)
      .join(),
  ).not.toContain('UTF-8');
});

test.each([
  ['a success', 201, 'application/json', 'D70'],
  ['an error', 404, 'application/problem+json', 'D20'],
] as const)(
  'reports only the wrong encoding if the body of %s is neither UTF-8 nor JSON',
  (_, status, mediaType, rule) => {
    const given = { ...answer(status, {}), headers: { 'content-type': mediaType }, json: undefined };
    const { broken } = evaluated('createInvite', { ...given, text: 'tru\ufffd', isUndecodable: true });
    expect(broken.filter((one) => one.rule === rule)).toMatchObject([{ expected: 'UTF-8', actual: 'other bytes' }]);
  },
);

test('does not judge a body that exceeds the limits of the suite', () => {
  const given = { ...answer(201, {}), json: undefined, unjudged: 'has more than 500 levels' };
  const { broken } = evaluated('createInvite', given);
  expect(broken).toEqual([]);
});

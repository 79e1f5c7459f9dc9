import { expect, test } from 'vitest';
import type { Answer } from '../../../src/run-result/wire.ts';
import { contract } from '../../../test/helpers/contract.ts';
import { suiteOf } from '../../../test/helpers/suite.ts';
import { Session } from '../session.ts';
import { judgeAnswer } from './evaluate-response.ts';

const { requirements } = suiteOf(contract).rules;
const target = { baseUrl: 'http://127.0.0.1:1', apiKey: 'secret-key', fixtures: {}, presumed: false, runId: 'run' };
const newSession = () => new Session(suiteOf(contract).rules, { ...target, timeoutMs: 1000 });
const REQUEST = { method: 'POST', path: '/', headers: {} };

/** An answer with this body, of the media type that the document has for the status. */
function answer(status: number, json: unknown, more: Partial<Answer> = {}): Answer {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  const text = json === undefined ? '' : JSON.stringify(json);
  return { status, headers: { 'content-type': type }, text, json, durationMs: 1, ...more };
}

function judged(operationId: string, given: Answer, judgement: 'whole' | 'survival' = 'whole', session = newSession()) {
  const found = [...judgeAnswer(session, REQUEST, given, contract.operation(operationId), judgement)];
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
])('whether %i is an answer that a client can do something with: D15 is %s', (status, want) => {
  const { holds, broken } = judged('createInvite', answer(status, PROBLEM), 'survival');
  expect(holds).toEqual(want === 'kept' ? ['D15'] : []);
  const told = { message: `POST was answered with ${status}`, expected: 'a 2xx or 4xx', actual: `${status}` };
  expect(broken).toEqual(want === 'kept' ? [] : [{ rule: 'D15', result: 'broken', ...told }]);
});

test('an answer to no operation is judged no further', () => {
  expect(judged('none', answer(404, undefined))).toEqual({ holds: ['D15'], broken: [] });
});

test('a success that is as the document has it keeps the rules behind it', () => {
  expect(judged('createInvite', answer(201, INVITE))).toEqual({
    holds: ['D15', 'D70', 'D13', 'S01', 'D11'],
    broken: [],
  });
});

test('under another 2xx the body is still to be that of the success; a redirect has none to judge', () => {
  expect(judged('createInvite', answer(200, INVITE)).holds).toContain('D70');
  expect(judged('createInvite', answer(200, {})).broken.map(({ rule }) => rule)).toContain('D70');
  expect(judged('createInvite', answer(302, {}))).toEqual({ holds: ['D15'], broken: [] });
});

test.each(['application/json', 'application/problem+json'])(
  'a problem that comes as a success, as %s, tells another status than its answer, and is no success to judge',
  (type) => {
    const { broken } = judged('createInvite', answer(200, PROBLEM, { headers: { 'content-type': type } }));
    expect(broken).toMatchObject([{ rule: 'D23', expected: '404', actual: '200' }]);
  },
);

test.each([
  [
    'another media type',
    { headers: { 'content-type': 'text/plain' } },
    'has another media type',
    'application/json',
    'text/plain',
  ],
  ['no media type', { headers: {} }, 'has another media type', 'application/json', 'none'],
  ['no JSON', { json: undefined, text: `<${'a'.repeat(100)}` }, 'is not JSON', 'JSON', `<${'a'.repeat(79)}`],
  ['no body', { json: undefined, text: '' }, 'has no body', 'application/json', 'no body'],
])('a success with %s breaks the rule of its body', (_, more, what, expected, actual) => {
  const { broken } = judged('createInvite', answer(201, INVITE, more));
  const message = `the answer of createInvite ${what}`;
  expect(broken).toEqual([{ rule: 'D70', result: 'broken', message, expected, actual }]);
});

test('a body that breaks its schema breaks the rule of the place, or that of the body where the place has none', () => {
  const { broken } = judged('createInvite', answer(201, []));
  expect(broken).toMatchObject([{ rule: 'D70', message: expect.stringMatching(/ breaks the schema at its root$/) }]);
  const wrong = judged('createInvite', answer(201, { ...INVITE, createTime: 7 })).broken;
  expect(wrong.map(({ message }) => message)).toContain('the answer of createInvite breaks the schema at /createTime');
});

test('members that the document does not name break D11, and up to five of them are told', () => {
  const more = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`extra/${n}`, n]));
  const { broken } = judged('createInvite', answer(201, { ...INVITE, ...more }));
  const actual = '/extra~10, /extra~11, /extra~12, /extra~13, /extra~14';
  expect(broken).toMatchObject([{ rule: 'D11', expected: 'only documented members', actual }]);
});

test.each<[string, Partial<Answer>, string | undefined]>([
  ['has no body', { status: 204 }, undefined],
  ['has a body', { status: 204, text: '{}' }, '2 bytes'],
  ['promises a body', { status: 204, headers: { 'content-length': '7' } }, '7 bytes'],
  ['says that its body is empty', { status: 204, headers: { 'content-length': '0' } }, undefined],
])('a 204 that %s', (_, more, actual) => {
  const { holds, broken } = judged('deleteInstallation', answer(204, undefined, { headers: {}, ...more }));
  expect(holds).toEqual(actual === undefined ? ['D15', 'D81'] : ['D15']);
  const message = 'the 204 of deleteInstallation has a body';
  const told = [{ rule: 'D81', result: 'broken', message, expected: 'no body', actual }];
  expect(broken).toEqual(actual === undefined ? [] : told);
});

test('an error that is a whole problem keeps the rules of problems, and its title is noted', () => {
  const session = newSession();
  const { holds, broken } = judged('createInvite', answer(404, PROBLEM), 'whole', session);
  expect(broken).toEqual([]);
  expect(holds).toEqual(['D15', 'D26', 'D20', 'D21', 'D22', 'D23', 'D24']);
  judged('createInvite', answer(404, { ...PROBLEM, title: 'Gone' }), 'whole', session);
  judged('createInvite', answer(404, { ...PROBLEM, title: 7 }), 'whole', session);
  judged('createInvite', answer(404, { ...PROBLEM, type: undefined }), 'whole', session);
  expect([...session.titles]).toEqual([[PROBLEM.type, new Set(['Not Found', 'Gone'])]]);
});

test('accepts extension members of a problem', () => {
  const extra = { timestamp: 1, issues: [{ expected: 'a string' }] };
  const { broken } = judged('createInvite', answer(404, { ...PROBLEM, ...extra }));
  expect(broken).toEqual([]);
  const rulesOf = (status: number, json: object) =>
    judged('createInvite', answer(status, json)).broken.map(({ rule }) => rule);
  expect(rulesOf(404, { ...PROBLEM, title: undefined, error: 'Not Found' })).toEqual(['D22']);
  expect(rulesOf(500, { ...PROBLEM, status: 500, ...extra })).toEqual(['D15']);
});

test.each<[string, unknown, Partial<Answer>, string, string, string]>([
  [
    'another media type',
    PROBLEM,
    { headers: { 'content-type': 'application/json' } },
    'the error has another media type',
    'application/problem+json',
    'application/json',
  ],
  ['no media type', PROBLEM, { headers: {} }, 'the error has another media type', 'application/problem+json', 'none'],
  ['a list', [], {}, 'the error is not a JSON object', 'a problem document', '[]'],
  ['no body', undefined, {}, 'the error is not a JSON object', 'a problem document', 'no body'],
  [
    'a page',
    undefined,
    { text: 'a'.repeat(90) },
    'the error is not a JSON object',
    'a problem document',
    'a'.repeat(80),
  ],
])('an error with %s breaks D20', (_, json, more, message, expected, actual) => {
  const { holds, broken } = judged('createInvite', answer(404, json, more));
  expect(broken).toMatchObject([{ rule: 'D20', message, expected, actual }]);
  expect(holds).not.toContain('D20');
});

test('that an error is a problem is decided where the document does not say it of the operation', () => {
  const documentedFor = requirements.find(({ id }) => id === 'D20')?.documentedFor ?? [];
  for (const { operationId } of contract.operations) {
    const [finding] = judged(operationId, answer(404, [])).broken;
    expect([operationId, finding?.basis]).toEqual([
      operationId,
      documentedFor.includes(operationId) ? undefined : 'decided',
    ]);
  }
});

test('that a 405 is a problem is decided for every operation: it is of none', () => {
  for (const { operationId } of contract.operations)
    expect(judged(operationId, answer(405, [])).broken[0]).toMatchObject({ rule: 'D20', basis: 'decided' });
});

test.each([
  ['lacks a member that it has to have', { ...PROBLEM, title: undefined }, 'D22', 'the problem has no title'],
  ['has a member of another type', { ...PROBLEM, title: 7 }, 'D21', '`title` of the problem is not what it should be'],
  [
    'has the status of another',
    { ...PROBLEM, status: 400 },
    'D23',
    'the status of the problem is not that of the answer',
  ],
  ['lacks members that help', { ...PROBLEM, href: undefined, detail: undefined }, 'D24', 'the problem lacks members'],
  ['shows a key', { ...PROBLEM, detail: 'not secret-key' }, 'D26', expect.stringMatching(/^the error shows /)],
])('a problem that %s breaks that rule alone', (_, json, rule, message) => {
  const { holds, broken } = judged('createInvite', answer(404, JSON.parse(JSON.stringify(json))));
  expect(broken).toMatchObject([{ rule, message }]);
  expect(holds).not.toContain(rule);
});

test.each([
  ['Host', 'example.com', 'kept'],
  ['X-Tenant', '6f1c1c52', 'kept'],
  ['Authorization', '6f1c1c52', 'broken'],
  ['Authorization', 'organization', 'kept'],
])('a problem that holds the value of the header %s that was added, %s: D26 is %s', (name, value, want) => {
  const session = new Session(suiteOf(contract).rules, { ...target, headers: { [name]: value }, timeoutMs: 1000 });
  const { broken } = judged('createInvite', answer(404, PROBLEM), 'whole', session);
  expect(broken.map(({ rule }) => rule)).toEqual(want === 'kept' ? [] : ['D26']);
});

test('which members a problem lacks is told', () => {
  const { type, title, status } = PROBLEM;
  const { broken } = judged('createInvite', answer(404, { type, title, status }));
  expect(broken).toMatchObject([{ expected: 'detail, instance, href', actual: 'no detail, no instance, no href' }]);
});

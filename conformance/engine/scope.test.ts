import { expect, test } from 'vitest';
import { holds } from '../../src/run-result/finding.ts';
import type { Answer } from '../../src/run-result/wire.ts';
import { contract } from '../../test/helpers/contract.ts';
import { suiteOf } from '../../test/helpers/suite.ts';
import { describe } from '../connection/answer.ts';
import { NoAnswerError } from '../connection/client.ts';
import { Scope } from './scope.ts';
import { Session } from './session.ts';
import { Untestable } from './untestable.ts';

const fixtures = { org: { id: 'org-1' }, project: { id: 'p-1', name: 'p' } };
const target = { baseUrl: 'http://127.0.0.1:1', apiKey: 'secret-key', fixtures, presumed: false, runId: 'run' };

function operation(operationId: string) {
  const found = contract.operation(operationId);
  if (!found) throw new Error(`the document has no ${operationId}`);
  return found;
}

const [invites, updates, keys] = [operation('createInvite'), operation('updateJwtKey'), operation('createJwtKey')];

function answer(status: number, more: Partial<Answer> = {}): Answer {
  return { status, headers: {}, text: '', json: undefined, durationMs: 1, ...more };
}

/** A scope whose requests get the given responses, one after the other. The last response repeats. */
function scopeOf(...answers: readonly (Answer | Error)[]) {
  const session = new Session(suiteOf(contract).rules, { ...target, timeoutMs: 1000 });
  let sent = 0;
  session.send = async () => {
    const next = answers[Math.min(sent++, answers.length - 1)] ?? answer(200);
    if (next instanceof Error) throw next;
    return next;
  };
  const scope = new Scope(session);
  const send = (path = '/') => scope.sendWire({ method: 'GET', path, headers: {} }, undefined, 'survival');
  return { scope, session, send, count: () => sent };
}

/** All findings except the findings about D15, which the suite evaluates for every response. */
const found = ({ findings }: Scope) => findings.filter(({ rule }) => rule !== 'D15');

test('records that the given rules and the rule about the success status hold if a valid request gets the documented status', () => {
  const { scope } = scopeOf();
  expect(scope.accepted(answer(201), invites, 'the body is valid', ['D71'])).toBe(true);
  expect(scope.findings).toEqual([holds('D71'), holds('D72')]);
});

test('reports the rule about the success status if a valid request succeeds with a 2xx that the document does not list', () => {
  const { scope } = scopeOf();
  expect(scope.accepted(answer(200), invites, 'the body is valid')).toBe(true);
  const message = 'createInvite responds with 200; expected 201';
  expect(scope.findings).toEqual([
    holds('D70'),
    { rule: 'D72', result: 'broken', message, expected: '201', actual: '200' },
  ]);
});

test('reports the given rules, or the rules of the operation if none are given, if the target rejects a valid request', () => {
  const { scope } = scopeOf();
  const rejection = answer(400, { json: { detail: 'no' } });
  expect(scope.accepted(rejection, invites, 'the body is valid', ['D71', 'D73'])).toBe(false);
  const message = 'the target responds with 400; expected 201, because the body is valid';
  const broken = { result: 'broken', message, expected: '201' };
  expect(scope.findings).toEqual(['D71', 'D73'].map((rule) => ({ rule, ...broken, actual: '400: no' })));
  const plain = scopeOf().scope;
  plain.accepted(answer(404), updates, 'the body is valid');
  expect(plain.findings).toMatchObject([{ rule: 'D40', expected: '200', actual: '404' }]);
});

test('suggests a missing permission if the target rejects a valid request with 403', () => {
  const { scope } = scopeOf();
  scope.accepted(answer(403), invites, 'the body is valid');
  const message =
    'the target responds with 403; expected 201, because the body is valid. Check that the API key has permission for createInvite';
  expect(scope.findings).toMatchObject([{ rule: 'D70', result: 'broken', message }]);
});

test.each([
  ['the rules about the documented conflict and about the success status', 'createInvite', ['D74', 'D72']],
  ['the rule about the success status if a creation has no documented conflict', 'createJwtKey', ['D54']],
  ['the rule about the success status if a PUT has no documented conflict', 'upsertIntegrationObjectMetadata', ['D63']],
  ['the given rules if the operation creates nothing', 'updateJwtKey', ['D42']],
])('evaluates a 409 to a valid request: %s', (_, operationId, want) => {
  const { scope } = scopeOf();
  scope.accepted(answer(409), operation(operationId), 'the body is valid', ['D42']);
  expect(scope.findings.map(({ rule, result }) => [rule, result])).toEqual(want.map((rule) => [rule, 'broken']));
});

test('reports the rule about the success status if the target responds to a valid request with a redirect', () => {
  const { scope } = scopeOf();
  scope.accepted(answer(303), operation('deleteInstallation'), 'the installation is there', ['D80']);
  expect(scope.findings).toEqual([
    {
      rule: 'D81',
      result: 'broken',
      message: 'the target responds with 303; expected 204, because the installation is there',
      expected: '204',
      actual: '303',
    },
  ]);
});

const BROKEN = {
  result: 'broken',
  message: expect.stringMatching(/^the target responds with [2-4]\d\d; expected 422, because it is wrong$/),
  expected: '422',
};

test.each<[number, unknown[]]>([
  [422, ['D43', 'D08'].map(holds)],
  [200, [{ rule: 'D43', ...BROKEN, actual: '200' }]],
  [302, [{ rule: 'D43', ...BROKEN, actual: '302' }]],
  [399, [{ rule: 'D43', ...BROKEN, actual: '399' }]],
  [400, [holds('D43'), { rule: 'D08', ...BROKEN, actual: '400', basis: 'decided' }]],
  [499, [holds('D43'), { rule: 'D08', ...BROKEN, actual: '499', basis: 'decided' }]],
  [500, []],
])('evaluates a response with the status %i to a request that the target must reject with 422', (status, want) => {
  const { scope } = scopeOf();
  scope.rejected(answer(status), 422, 'it is wrong', ['D43'], ['D08']);
  expect(scope.findings).toEqual(want);
});

test('reports each rule that `rules` and `statusRules` both contain as broken if the target rejects a request with a wrong status', () => {
  const { scope } = scopeOf();
  scope.rejected(answer(400), 422, 'it is wrong', ['D43', 'D08'], ['D43', 'D08']);
  expect(scope.findings.map(({ result }) => result)).toEqual(['broken', 'broken']);
});

test('records each rule of a check as holding or broken, depending on the condition of the check, and returns the condition', () => {
  const { scope } = scopeOf();
  expect(scope.check(['D44', 'D46'], true, 'it changed', 'this', 'that')).toBe(true);
  expect(scope.check('D44', false, 'it changed', 'this', 'that')).toBe(false);
  expect(scope.findings).toEqual([
    holds('D44'),
    holds('D46'),
    { rule: 'D44', result: 'broken', message: 'it changed', expected: 'this', actual: 'that' },
  ]);
});

test('throws Untestable with the reason if a required condition is false', () => {
  const { scope } = scopeOf();
  scope.require(true, 'there is a key');
  expect(() => scope.require(false, 'there is no key')).toThrow(new Untestable('there is no key'));
  scope.untestable(['D44', 'D46'], 'there is no key');
  const untestable = { result: 'untestable', message: 'there is no key' };
  expect(scope.findings).toEqual(['D44', 'D46'].map((rule) => ({ rule, ...untestable })));
});

test('records the exchange of the given response, or else the latest exchange, as the evidence of a finding', async () => {
  const [first, second] = [answer(400), answer(201)];
  const { scope, send } = scopeOf(first, second);
  scope.holds('D01');
  await send();
  await send();
  scope.accepted(first, invites, 'the body is valid', ['D71']);
  scope.rejected(first, 422, 'it is wrong', [], ['D08']);
  scope.accepted(answer(201), keys, 'the body is valid', ['D50']);
  scope.holds('D44');
  const exchanges = found(scope).map(({ rule, exchange }) => [rule, exchange]);
  expect(exchanges).toEqual([
    ['D01', undefined],
    ['D71', 0],
    ['D08', 0],
    ['D50', 1],
    ['D54', 1],
    ['D44', 1],
  ]);
});

test('removes API keys from every text of a finding, and shows an empty text as a pair of quotes', () => {
  const { scope } = scopeOf();
  scope.broken('D42', 'secret-key is shown', 'not secret-key', '', { basis: 'decided' });
  scope.untestable(['D42'], 'secret-key is gone');
  expect(scope.findings).toEqual([
    {
      rule: 'D42',
      result: 'broken',
      message: '$CONTRACT_API_KEY is shown',
      expected: 'not $CONTRACT_API_KEY',
      actual: '""',
      basis: 'decided',
    },
    { rule: 'D42', result: 'untestable', message: '$CONTRACT_API_KEY is gone' },
  ]);
});

test('reports D15 for a request without a response, and keeps the exchange', async () => {
  const error = new NoAnswerError('GET /: no answer', { costly: false });
  const { scope, send } = scopeOf(error);
  await expect(send()).rejects.toBe(error);
  const broken = { result: 'broken', message: 'GET /: no answer', expected: 'a response', actual: 'none' };
  expect(scope.findings).toEqual([{ rule: 'D15', ...broken, exchange: 0 }]);
  expect(scope.sent).toMatchObject([{ answer: undefined, judgement: 'survival' }]);
});

test('records the evaluated exchange as the evidence of a finding, even if the case sends further requests before the finding', async () => {
  const { scope, send } = scopeOf(answer(200), answer(404), answer(409));
  await send('/first');
  const second = await send('/second');
  await scope.sideRequests(() => send('/why'));
  scope.broken('D46', 'it changed', 'this', 'that');
  await scope.onceSideRequests('why', () => send('/why else'));
  scope.check('D46', false, 'it is gone', '200', second);
  await send('/last');
  scope.broken('D46', 'it came back', 'no', 'yes');
  scope.check('D46', false, 'it was gone', '200', second);
  const paths = found(scope).map(({ exchange = -1, actual }) => [scope.sent[exchange]?.request.path, actual]);
  expect(paths).toEqual([
    ['/second', 'that'],
    ['/second', '404'],
    ['/last', 'yes'],
    ['/second', '404'],
  ]);
});

test('records no finding and no exchange if a request could not be sent', async () => {
  const { scope, send } = scopeOf(new Untestable('the target throttles'));
  await expect(send()).rejects.toThrow('the target throttles');
  expect([scope.findings, scope.sent, scope.requests]).toEqual([[], [], 0]);
});

test('keeps each exchange with its operation and the extent of its evaluation (`judgement`)', async () => {
  const { scope } = scopeOf(answer(404));
  await scope.send({ operation: invites, body: { email: 'a@example.com' } });
  await scope.sendWire({ method: 'GET', path: '/', headers: {} }, undefined);
  expect(scope.sent).toMatchObject([{ judgement: 'whole', operationId: 'createInvite' }, { judgement: 'whole' }]);
  expect(scope.sent[1]).not.toHaveProperty('operationId');
  expect(scope.shownExchanges().map(({ request }) => request.url.slice(target.baseUrl.length))).toEqual([
    expect.stringMatching(/org-1\/invites$/),
    '/',
  ]);
});

test('shows the creation of a shared record only to cases whose requests name the record', async () => {
  const { scope, session, send } = scopeOf(answer(200));
  const made = (path: string) => ({
    request: { method: 'POST', path, headers: {} },
    answer: answer(201),
    startedAt: new Date(),
  });
  session.setupExchanges.set('key-1', made('/one')).set('key-2', made('/two'));
  await send('/none');
  await send('/keys/key-2');
  expect(scope.shownSetup().map(({ request }) => request.url)).toEqual([`${target.baseUrl}/two`]);
});

test('sends a valid request once per run, and throws Untestable if the target rejects the request', async () => {
  const { scope, count } = scopeOf(answer(403, { json: { detail: 'no' } }));
  for (let n = 0; n < 2; n++)
    await expect(scope.requireAccepted(invites)).rejects.toThrow(
      new Untestable('the valid request of createInvite is rejected (403: no)'),
    );
  expect(count()).toBe(1);
  const taken = scopeOf(answer(201));
  await taken.scope.requireAccepted(invites);
  await taken.scope.requireAccepted(operation('deleteInstallation'));
  expect(taken.count()).toBe(1);
});

test('adds the findings and exchanges of a part of a case in order, and adds the options that repeat the part to the findings', async () => {
  const { scope, session, send } = scopeOf();
  await send();
  const part = new Scope(session);
  const before = new Scope(session);
  await before.sendWire({ method: 'GET', path: '/before', headers: {} }, undefined, 'survival');
  part.includeWithoutExchanges(before);
  for (const path of ['/1', '/2']) await part.sendWire({ method: 'GET', path, headers: {} }, undefined, 'survival');
  part.holds('D44', 'D44');
  const finding = { rule: 'D46', result: 'broken', message: 'it changed' } as const;
  scope.include(part, [{ ...finding, exchange: 1 }, finding], '--seed 1');
  expect(scope.findings).toEqual([
    { ...holds('D15'), exchange: 0 },
    { ...finding, exchange: 2, since: 1, replay: '--seed 1' },
    { ...finding, replay: '--seed 1' },
    holds('D44'),
  ]);
  expect(scope.sent.map(({ request }) => request.path)).toEqual(['/', '/1', '/2']);
  expect(scope.requests, 'including the request without a kept exchange').toBe(4);
});

test('adds the rules that hold in a part of a case and the number of its requests, without the exchanges of the part', async () => {
  const { scope, session } = scopeOf();
  scope.broken('D46', 'it changed', 'this', 'that');
  for (let n = 0; n < 2; n++) {
    const part = new Scope(session);
    await part.sendWire({ method: 'GET', path: '/', headers: {} }, undefined, 'survival');
    part.holds('D46');
    part.untestable(['D47'], 'the key is missing');
    scope.includeWithoutExchanges(part);
  }
  expect(scope.findings.slice(1)).toEqual([holds('D15'), holds('D46')]);
  expect([scope.sent.length, scope.requests]).toEqual([0, 2]);
});

test('suggests a check of an uncertain fixture if the target responds with 404 to a valid request that uses it', async () => {
  const { scope, session } = scopeOf();
  session.markUncertain('org');
  for (const status of [404, 400]) scope.accepted(answer(status), invites, 'the body is valid');
  expect(scope.findings.map(({ message }) => message)).toEqual([
    'the target responds with 404; expected 201, because the body is valid. Check the fixture `org`: the target responds with 404 to every request with its value',
    'the target responds with 400; expected 201, because the body is valid',
  ]);
});

test('describes a response by its status and the first 200 characters of `detail`', () => {
  expect(describe(answer(400, { json: { detail: 'a'.repeat(300) } }))).toBe(
    `400: ${'a'.repeat(200)}… (100 more characters)`,
  );
  expect(describe(answer(400, { json: { detail: 7 } }))).toBe('400');
  expect(describe(answer(400, { json: null }))).toBe('400');
});

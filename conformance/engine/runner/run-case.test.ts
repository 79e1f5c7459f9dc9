import { expect, test } from 'vitest';
import { contract } from '../../../test/helpers/contract.ts';
import { suiteOf } from '../../../test/helpers/suite.ts';
import { NoAnswerError } from '../../connection/client.ts';
import type { Case } from '../case.ts';
import type { Probe } from '../probe.ts';
import { Session } from '../session.ts';
import { Untestable } from '../untestable.ts';
import { runCase } from './run-case.ts';

const target = { baseUrl: 'http://127.0.0.1:1', apiKey: 'secret-key', fixtures: {}, presumed: false, runId: 'run' };
const newSession = () => new Session(suiteOf(contract).rules, { ...target, timeoutMs: 1000 });

const rules = ['D10', 'D11'];
const does = (run: Case['run']): Case => ({ id: 'a-case', title: 'a case', rules, run });
const throws = (error: Error) => does(() => Promise.reject(error));

test.each([
  ['what it needs is missing', new Untestable('there is no secret-key'), 'there is no $CONTRACT_API_KEY'],
  ['no answer comes', new NoAnswerError('no answer', { costly: false }), 'no answer'],
])('where %s, each of its rules is untestable, and says why', async (_, error, message) => {
  const { findings } = await runCase(newSession(), throws(error));
  expect(findings).toEqual(rules.map((rule) => ({ rule, result: 'untestable', message })));
});

test('what else it throws is a fault of the suite', async () => {
  await expect(runCase(newSession(), throws(new TypeError('oh')))).rejects.toThrow('oh');
});

test('a run that has ended sends nothing more, and its records tell why', async () => {
  const session = newSession();
  session.stop = { reason: 'gone', message: 'secret-key is gone' };
  const record = await runCase(session, throws(new Error('it was run')));
  expect(record.findings.map(({ rule, result }) => [rule, result])).toEqual(rules.map((rule) => [rule, 'untestable']));
  expect(record.stop).toEqual({ reason: 'gone', message: '$CONTRACT_API_KEY is gone' });
});

test('what is not selected is not judged, and not listed', async () => {
  const one = does(async (scope) => scope.holds(...rules));
  const record = await runCase(newSession(), one, (rule) => rule === 'D11');
  expect([record.rules, record.findings]).toEqual([['D11'], [{ rule: 'D11', result: 'holds' }]]);
});

test.each([
  ['holds', 0, undefined],
  ['is broken', 1, []],
] as const)('where its rule %s, %i of one exchange is kept', async (what, exchanges, setup) => {
  const session = newSession();
  const answer = { status: 200, headers: {}, text: '', json: undefined, durationMs: 1 };
  session.send = () => Promise.resolve(answer);
  const one = does(async (scope) => {
    await scope.sendWire({ method: 'GET', path: '/', headers: {} }, undefined, 'survival');
    scope.check('D10', what === 'holds', 'what is wrong', 'this', 'that');
  });
  const record = await runCase(session, one);
  expect([record.requests, record.exchanges.length, record.setup]).toEqual([1, exchanges, setup]);
});

test.each([
  ['and then is not', [true, false], 2, 'holds'],
  ['once and again', [true, true, true, true], 3, 'broken'],
  ['where nothing is wrong', [true], 1, 'holds'],
] as const)(
  'a case that fails with a request that may have been carried out twice is run again: %s',
  async (what, seconds, tries, result) => {
    const session = newSession();
    const queue = [...seconds];
    session.send = async () => ({
      ...{ status: 200, headers: {}, text: '', json: undefined, durationMs: 1 },
      ...(queue.shift() && { isSecond: true }),
    });
    const one = does(async (scope) => {
      const answer = await scope.sendWire({ method: 'POST', path: '/', headers: {} }, undefined, 'survival');
      scope.check('D10', what === 'where nothing is wrong' || !answer.isSecond, 'what is wrong', 'this', 'that');
    });
    const { findings, requests } = await runCase(session, one);
    expect([requests, findings.find(({ rule }) => rule === 'D10')?.result]).toEqual([tries, result]);
  },
);

test('one broken rule among several is enough for the exchanges to be shown', async () => {
  const session = newSession();
  const one = does(async (scope) => {
    scope.holds('D10');
    scope.broken('D11', 'what is wrong', 'this', 'that');
  });
  expect((await runCase(session, one)).setup).toEqual([]);
});

test('what the run made is told, without a key that the target says it is called', async () => {
  const session = newSession();
  const operation = contract.operation('createInvite');
  if (!operation) throw new Error('the document has no createInvite');
  session.client.send = async ({ body }) => ({
    status: 201,
    headers: {},
    text: '',
    json: body === '{}' ? {} : { id: 'secret-key' },
    durationMs: 1,
  });
  const one = does(async (scope) => {
    const invite = { method: 'POST', path: '/orgs/secret-key/invites', headers: {} };
    for (const body of ['{"email":"secret-key@example.com"}', '{}'])
      await scope.sendWire({ ...invite, body }, operation, 'survival');
  });
  const made = {
    kind: 'invite',
    noun: 'invite',
    operation: 'createInvite',
    paths: ['/orgs/$CONTRACT_API_KEY/invites'],
  };
  const { traces, sightings, traffic } = await runCase(session, one);
  expect(traces?.map(({ created }) => created)).toEqual([
    { ...made, id: '$CONTRACT_API_KEY', name: '$CONTRACT_API_KEY@example.com' },
    made,
  ]);
  expect(JSON.stringify(traces)).not.toContain('secret-key');
  expect(sightings?.length).toBeGreaterThan(0);
  expect(traffic).toBeUndefined();
});

test('a record has what was sent, secrets and all, where it is asked for', async () => {
  const session = newSession();
  session.keepsTraffic = true;
  session.send = () => Promise.reject(new NoAnswerError('no answer', { costly: false }));
  const request = { method: 'GET', path: '/?key=secret-key', headers: {} };
  const one = does(async (scope) => void (await scope.sendWire(request, undefined)));
  const record = await runCase(session, one);
  expect(record.traffic).toMatchObject([{ request, answer: undefined }]);
  expect(Object.keys(record)).not.toContain('traces');
  expect(Object.keys(record)).not.toContain('sightings');
  expect(Object.keys(record)).not.toContain('operationId');
  expect(Object.keys(record)).not.toContain('stop');
});

test('a case of an operation names it', async () => {
  const operation = contract.operation('createInvite');
  const one = { ...does(async () => undefined), ...(operation && { operation }) };
  expect((await runCase(newSession(), one)).operationId).toBe('createInvite');
});

test('is untestable for the reason of a probe that fails, and asks the probe once', async () => {
  const session = newSession();
  let asked = 0;
  const run = async () => {
    asked++;
    return 'the thing is not there';
  };
  const probe: Probe = { id: 'isThere', run };
  for (const id of ['one', 'two']) {
    const { findings } = await runCase(session, { ...does(async (scope) => scope.holds('D01')), id, needs: [probe] });
    expect(findings).toEqual(rules.map((rule) => ({ rule, result: 'untestable', message: 'the thing is not there' })));
  }
  expect(asked).toBe(1);
});

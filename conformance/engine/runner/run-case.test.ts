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
  ['a precondition is missing', new Untestable('there is no secret-key'), 'there is no $CONTRACT_API_KEY'],
  ['no response arrives', new NoAnswerError('no answer', { costly: false }), 'no answer'],
])('reports each rule of a case as untestable, with the reason, if %s', async (_, error, message) => {
  const { findings } = await runCase(newSession(), throws(error));
  expect(findings).toEqual(rules.map((rule) => ({ rule, result: 'untestable', message })));
});

test('rethrows any other error', async () => {
  await expect(runCase(newSession(), throws(new TypeError('oh')))).rejects.toThrow('oh');
});

test('reports the rules of a case as untestable if the content of a response causes an error in the case', async () => {
  const session = newSession();
  session.send = async () => ({ status: 200, headers: {}, text: '', json: undefined, durationMs: 1 });
  const one = does(async (scope) => {
    await scope.sendWire({ method: 'GET', path: '/', headers: {} }, undefined, 'survival');
    encodeURIComponent('\ud800');
  });
  const { findings } = await runCase(session, one);
  const message = 'the suite cannot judge a response of the target (URIError: URI malformed)';
  expect(findings.filter(({ result }) => result === 'untestable').map((one) => one.message)).toEqual([
    message,
    message,
  ]);
});

test('does not run a case after the run was ended early, and records the reason', async () => {
  const session = newSession();
  session.stop = { reason: 'gone', message: 'secret-key is gone' };
  const record = await runCase(session, throws(new Error('it was run')));
  expect(record.findings.map(({ rule, result }) => [rule, result])).toEqual(rules.map((rule) => [rule, 'untestable']));
  expect(record.stop).toEqual({ reason: 'gone', message: '$CONTRACT_API_KEY is gone' });
});

test('leaves the rules that the selection excludes out of the findings and the record of a case', async () => {
  const one = does(async (scope) => scope.holds(...rules));
  const record = await runCase(newSession(), one, (rule) => rule === 'D11');
  expect([record.rules, record.findings]).toEqual([['D11'], [{ rule: 'D11', result: 'holds' }]]);
});

test.each([
  ['holds', 0, undefined],
  ['is broken', 1, []],
] as const)(
  'keeps exchanges only if a rule is broken: if the rule %s, the record has %i exchange',
  async (what, exchanges, setup) => {
    const session = newSession();
    const answer = { status: 200, headers: {}, text: '', json: undefined, durationMs: 1 };
    session.send = () => Promise.resolve(answer);
    const one = does(async (scope) => {
      await scope.sendWire({ method: 'GET', path: '/', headers: {} }, undefined, 'survival');
      scope.check('D10', what === 'holds', 'the value is wrong', 'this', 'that');
    });
    const record = await runCase(session, one);
    expect([record.requests, record.exchanges.length, record.setup]).toEqual([1, exchanges, setup]);
  },
);

test.each([
  ['the second run succeeds', [true, false], 2, 'holds'],
  ['at most three runs', [true, true, true, true], 3, 'broken'],
  ['not after a success', [true], 1, 'holds'],
] as const)(
  'repeats a failed case if the target may have processed one of its requests twice: %s',
  async (what, seconds, tries, result) => {
    const session = newSession();
    const queue = [...seconds];
    session.send = async () => ({
      ...{ status: 200, headers: {}, text: '', json: undefined, durationMs: 1 },
      ...(queue.shift() && { isSecond: true }),
    });
    const one = does(async (scope) => {
      const answer = await scope.sendWire({ method: 'POST', path: '/', headers: {} }, undefined, 'survival');
      scope.check('D10', what === 'not after a success' || !answer.isSecond, 'the value is wrong', 'this', 'that');
    });
    const { findings, requests } = await runCase(session, one);
    expect([requests, findings.find(({ rule }) => rule === 'D10')?.result]).toEqual([tries, result]);
  },
);

test('keeps the exchanges of a case if one of its rules is broken', async () => {
  const session = newSession();
  const one = does(async (scope) => {
    scope.holds('D10');
    scope.broken('D11', 'the value is wrong', 'this', 'that');
  });
  expect((await runCase(session, one)).setup).toEqual([]);
});

test('records created data without secrets, even if the target returns an API key as an ID', async () => {
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

test('keeps all exchanges of a case, including their secrets, if `keepsTraffic` is set', async () => {
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

test('records the operation of a case', async () => {
  const operation = contract.operation('createInvite');
  const one = { ...does(async () => undefined), ...(operation && { operation }) };
  expect((await runCase(newSession(), one)).operationId).toBe('createInvite');
});

test('reports the reason why a probe fails, and runs each probe once per run', async () => {
  const session = newSession();
  let runs = 0;
  const run = async () => {
    runs++;
    return 'the record does not exist';
  };
  const probe: Probe = { id: 'isThere', run };
  for (const id of ['one', 'two']) {
    const { findings } = await runCase(session, { ...does(async (scope) => scope.holds('D01')), id, needs: [probe] });
    expect(findings).toEqual(
      rules.map((rule) => ({ rule, result: 'untestable', message: 'the record does not exist' })),
    );
  }
  expect(runs).toBe(1);
});

import { afterEach, expect, test, vi } from 'vitest';
import type { Answer } from '../../src/run-result/wire.ts';
import { contract } from '../../test/helpers/contract.ts';
import { suiteOf } from '../../test/helpers/suite.ts';
import { NoAnswerError } from '../connection/client.ts';
import { Presence } from '../connection/presence.ts';
import { UnreachableError } from '../connection/target.ts';
import { ThrottledError } from '../connection/throttle.ts';
import { Session } from './session.ts';
import { Untestable } from './untestable.ts';

const fixtures = { org: { id: 'org-1' } };
const target = { baseUrl: 'http://127.0.0.1:1', apiKey: 'k-123456', fixtures, presumed: false, runId: 'run' };
const REQUEST = { method: 'GET', path: '/', headers: {} };
const ANSWER: Answer = { status: 200, headers: {}, text: '', json: undefined, durationMs: 1 };

/**
 * A session whose target sends the responses of `send`.
 *
 * @param isThere false if the target is gone after the first failure
 */
function sessionOf(send: (count: number) => Answer | Promise<Answer>, isThere = true) {
  vi.spyOn(Presence.prototype, 'confirm').mockResolvedValue(isThere);
  const session = new Session(suiteOf(contract).rules, { ...target, timeoutMs: 1000 });
  let count = 0;
  session.client.send = async () => send(++count);
  return { session, send: () => session.send(REQUEST, undefined), count: () => count };
}

function throws(error: Error): () => never {
  return () => {
    throw error;
  };
}

const silent = (costly: boolean) => throws(new NoAnswerError('GET /: no answer', { costly }));

afterEach(() => void vi.restoreAllMocks());

test('returns a configured fixture until the run marks the fixture as missing, and throws Untestable for a missing fixture', () => {
  const { session } = sessionOf(() => ANSWER);
  expect([session.has('org'), session.has('project')]).toEqual([true, false]);
  expect(session.fixture('org')).toEqual({ id: 'org-1' });
  expect(() => session.fixture('project')).toThrow(new Untestable('the fixture `project` is missing'));
  session.markMissing('org');
  expect(session.has('org')).toBe(false);
  expect(() => session.fixture('org')).toThrow(new Untestable('the fixture `org` is missing'));
  session.markMissing('org', 'the target does not know it');
  expect(session.reason('org')).toBe('the target does not know it');
});

test('calls the function that `once` receives only for the first call with a name, and returns the same result for later calls', async () => {
  const { session } = sessionOf(() => ANSWER);
  const work = vi.fn(async () => 7);
  expect(await Promise.all([session.once('a', work), session.once('a', work)])).toEqual([7, 7]);
  await session.once('a', work);
  expect(work).toHaveBeenCalledTimes(1);
  await session.once('b', work);
  expect(work).toHaveBeenCalledTimes(2);
});

test('makes unique names from the ID of the run and the number of the case, and returns consecutive numbers from 0 in `takeTurn`', async () => {
  const { session } = sessionOf(() => ANSWER);
  const names = async () => [session.uniqueName(), session.uniqueName()];
  const shared = () => session.once('shared work', names);
  const made = await Promise.all([session.asCase(names), session.asCase(shared), session.asCase(names), names()]);
  const salt = /-[\da-f]{6}$/;
  expect(made.flat().map((name) => name.replace(salt, ''))).toEqual([
    'conformance-run-1x1',
    'conformance-run-1x2',
    expect.stringMatching(/^conformance-run-s[\da-f]{6}x1$/),
    expect.stringMatching(/^conformance-run-s[\da-f]{6}x2$/),
    'conformance-run-3x1',
    'conformance-run-3x2',
    'conformance-run-r1',
    'conformance-run-r2',
  ]);
  expect(made.flat().every((name) => salt.test(name))).toBe(true);
  expect([session.takeTurn(), session.takeTurn(), session.takeTurn()]).toEqual([0, 1, 2]);
});

test('ends the run and sends no further request if the target throttles permanently', async () => {
  const { session, send, count } = sessionOf(throws(new ThrottledError('it throttles', true)));
  for (let n = 0; n < 2; n++) await expect(send()).rejects.toThrow(new Untestable('it throttles'));
  expect(session.stop).toEqual({ reason: 'throttled', message: 'it throttles' });
  expect([count(), session.requests]).toEqual([1, 1]);
});

test('records a deletion only if the installation is configured, in any letter case of its ID', async () => {
  const [lower, other] = ['5f000000-0000-4000-8000-00000000000a', 'no-such-thing'];
  const session = new Session(suiteOf(contract).rules, {
    ...target,
    fixtures: { installations: [lower] },
    timeoutMs: 1000,
  });
  session.client.send = async () => ({ ...ANSWER, status: 204 });
  const operation = contract.operation('deleteInstallation');
  for (const id of [lower.toUpperCase(), other])
    await session.send(
      { method: 'DELETE', path: `/v1/projects/p/integrations/i/installations/${id}`, headers: {} },
      operation,
    );
  expect(session.takeTraces().map(({ deleted }) => deleted?.id)).toEqual([lower.toUpperCase()]);
});

test('continues the run after a single throttled request', async () => {
  const { session, send } = sessionOf(throws(new ThrottledError('it throttles', false)));
  await expect(send()).rejects.toThrow(new Untestable('it throttles'));
  expect(session.stop).toBeUndefined();
});

test('ends the run if the target is gone, and reports the number of requests and the requests without a response', async () => {
  const { session, send } = sessionOf((count) => (count < 3 ? ANSWER : silent(false)()), false);
  await send();
  await send();
  const message = 'the target stopped responding after 3 requests: GET /: no answer';
  await expect(send()).rejects.toThrow(new Untestable(message));
  const unanswered = [{ method: 'GET', url: `${target.baseUrl}/`, headers: {}, body: '' }];
  expect(session.stop).toEqual({ reason: 'gone', message, unanswered });
});

test('ends the run after the first request if the target never responds', async () => {
  const { session, send } = sessionOf(silent(false), false);
  await expect(send()).rejects.toThrow(Untestable);
  expect(session.stop?.message).toBe('the target stopped responding after 1 request: GET /: no answer');
});

test('throws NoAnswerError for a request without a response, and continues the run if the target responds to other requests', async () => {
  const { session, send } = sessionOf(silent(false));
  for (let n = 0; n < 30; n++) await expect(send()).rejects.toThrow(NoAnswerError);
  expect(session.stop).toBeUndefined();
});

test('retries a request once after a timeout if a running target has responded to no other request since it received this request', async () => {
  const { send, count } = sessionOf((count) => (count === 2 ? silent(true)() : ANSWER));
  await send();
  expect(await send()).toBe(ANSWER);
  expect(count()).toBe(3);
});

test('does not retry a request after a timeout if the target has responded to another request since it received this request', async () => {
  const slow = Promise.withResolvers<Answer>();
  const { send, count } = sessionOf((count) => (count === 1 ? slow.promise : ANSWER));
  const waiting = expect(send()).rejects.toThrow(NoAnswerError);
  await send();
  slow.reject(new NoAnswerError('GET /: no answer', { costly: true }));
  await waiting;
  expect(count()).toBe(2);
});

test('ends the run after twenty timeouts', async () => {
  const { session, send } = sessionOf(silent(true));
  for (let n = 0; n < 9; n++) await expect(send()).rejects.toThrow(NoAnswerError);
  expect(session.stop).toBeUndefined();
  await expect(send()).rejects.toThrow(NoAnswerError);
  const message =
    'the target left 20 requests without a response. The last request without a response: GET /: no answer';
  expect(session.stop).toEqual({ reason: 'silent', message });
  await expect(send()).rejects.toThrow(new Untestable(message));
});

test('retries a request after a failed connection if the target is running', async () => {
  const fails = throws(new UnreachableError('refused'));
  const { send, count } = sessionOf((count) => (count === 1 ? fails() : ANSWER));
  expect(await send()).toBe(ANSWER);
  expect(count()).toBe(2);
});

test('rethrows an unexpected error without ending the run', async () => {
  const { session, send } = sessionOf(throws(new TypeError('oh')), false);
  await expect(send()).rejects.toThrow(new TypeError('oh'));
  expect(session.stop).toBeUndefined();
});

test('returns each created record once, even if no response confirmed the creation', async () => {
  const operation = contract.operation('createInvite');
  const invite = { method: 'POST', path: '/orgs/o/invites', headers: {}, body: '{"email":"a@example.com"}' };
  const { session } = sessionOf((count) =>
    count === 1 ? { ...ANSWER, status: 201, json: { id: 'i' } } : silent(false)(),
  );
  const onExchange = vi.fn();
  session.onExchange = onExchange;
  await session.send(invite, operation);
  await expect(session.send(invite, operation)).rejects.toThrow(NoAnswerError);
  const created = session.takeTraces().map(({ created }) => [created?.id, created?.certainty]);
  expect(created).toEqual([
    ['i', undefined],
    [undefined, 'unknown'],
  ]);
  expect(session.takeTraces()).toEqual([]);
  expect(onExchange.mock.calls.map(([, answer]) => answer?.status)).toEqual([201, undefined]);
});

test('returns no created data for a request that was not sent', async () => {
  const operation = contract.operation('createInvite');
  const invite = { method: 'POST', path: '/orgs/o/invites', headers: {}, body: '{"email":"a@example.com"}' };
  const { session } = sessionOf(throws(new ThrottledError('it throttles', false)));
  await expect(session.send(invite, operation)).rejects.toThrow(Untestable);
  expect(session.takeTraces()).toEqual([]);
});

test('closes the connections of the client at the end of a session', () => {
  const { session } = sessionOf(() => ANSWER);
  const close = vi.spyOn(session.client, 'close');
  session.close();
  expect(close).toHaveBeenCalledOnce();
});

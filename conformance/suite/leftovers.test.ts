import { expect, test } from 'vitest';
import { Contract } from '../../src/contract/contract.ts';
import { loadDocument } from '../../src/contract/document.ts';
import { OPENAPI_FILE } from '../../src/contract/project-files.ts';
import type { Answer } from '../target/answer.ts';
import type { WireRequest } from '../target/client.ts';
import { distinctTraces, type Trace, traceOf } from './leftovers.ts';

const contract = new Contract(await loadDocument(OPENAPI_FILE, { trusted: true }));

function traced(operationId: string, body: string | undefined, answer?: Partial<Answer>, method?: string) {
  const operation = contract.operation(operationId);
  const request: WireRequest = {
    method: method ?? operation?.method ?? '',
    path: '/v1/things/a%20b',
    headers: {},
    ...(body !== undefined && { body }),
  };
  const whole = answer && { status: 201, headers: {}, text: '', json: undefined, durationMs: 1, ...answer };
  return traceOf(request, whole, operation);
}

const place = '/v1/things/a%20b';
const named = (name: string) => JSON.stringify({ [name]: 'mine' });
const left = (operation: string, kind: string, rest: object) => ({
  place,
  leftover: { kind, operation, paths: [place], ...rest },
});

test.each([
  ['a key', 'createJwtKey', named('label'), { json: { kid: 'k' } }, 'jwtKey', { id: 'k', name: 'mine' }],
  ['a key without a kid', 'createJwtKey', named('label'), { json: { kid: '' } }, 'jwtKey', { name: 'mine' }],
  ['an invite', 'createInvite', named('email'), { json: { id: 'i' } }, 'invite', { id: 'i', name: 'mine' }],
  ['an answer that is no JSON', 'createInvite', named('email'), {}, 'invite', { name: 'mine' }],
  ['what was made of no JSON', 'createInvite', '{', { json: { id: 'i' } }, 'invite', { id: 'i' }],
  [
    'an integration',
    'createIntegration',
    named('name'),
    { headers: { location: '/v1/x/7' } },
    'integration',
    { id: '7', name: 'mine' },
  ],
  [
    'metadata',
    'upsertProviderObjectMetadata',
    JSON.stringify({ groupRef: 'mine', fields: { account: [], 'lead\ud83d': [] } }),
    { status: 200, json: { id: 'x' } },
    'metadataGroup',
    { name: 'mine', objectNames: ['account', 'lead\ufffd'] },
  ],
  ['no answer', 'createInvite', named('email'), undefined, 'invite', { name: 'mine', certainty: 'unknown' }],
])('%s is left behind', (_, operationId, body, answer, kind, rest) => {
  expect(traced(operationId, body, answer)).toEqual(left(operationId, kind, rest));
});

test('a name that is no Unicode text is told as one: many readers of JSON refuse it', () => {
  const body = JSON.stringify({ groupRef: 'a\ud83d' });
  const made = traced('upsertProviderObjectMetadata', body, { status: 200 });
  expect(made?.leftover?.name).toBe('a\ufffd');
});

test('an installation that was deleted is told, its ID as it is', () => {
  expect(traced('deleteInstallation', undefined, { status: 204 })).toEqual({ place, installation: 'a b' });
});

test.each([
  ['a refusal', traced('createInvite', named('email'), { status: 400 })],
  ['another method', traced('createInvite', named('email'), {}, 'GET')],
  ['an update', traced('updateJwtKey', named('label'), { status: 200 })],
  ['a path without an operation', traced('nothing', named('name'), {})],
  ['no answer to what nobody would take', traced('createInvite', '{}')],
  ['no answer to a deletion', traced('deleteInstallation', undefined)],
])('%s leaves nothing', (_, trace) => {
  expect(trace).toBeUndefined();
});

test('each thing is told once: by its ID, else by name and place, metadata by name alone', () => {
  const key = (id: string | undefined, at: string): Trace => ({
    place: at,
    leftover: { kind: 'jwtKey', operation: 'createJwtKey', name: 'one', ...(id !== undefined && { id }) },
  });
  const group = (name: string, at: string): Trace => ({
    place: at,
    leftover: { kind: 'metadataGroup', operation: 'upsertProviderObjectMetadata', name },
  });
  const gone = (installation: string): Trace => ({ place: '/v1', installation });
  const traces = [key('1', 'a'), key('2', 'a'), key(undefined, 'a'), key(undefined, 'b'), group('g', 'a')];
  const others = [group('h', 'a'), gone('1'), gone('2')];
  const again = [key('1', 'b'), key(undefined, 'b'), group('g', 'b'), gone('1')];
  expect(distinctTraces([...traces, ...others, ...again])).toHaveLength(8);
});

test('a group of metadata tells every path and object that it was sent with', () => {
  const sent = (path: string, objectNames: readonly string[]): Trace => ({
    place: path,
    leftover: {
      kind: 'metadataGroup',
      operation: 'upsertProviderObjectMetadata',
      name: 'g',
      paths: [path],
      objectNames,
    },
  });
  const traces = [sent('/v1/a', ['account']), sent('/v1/b', ['account', 'lead']), sent('/v1/a', ['deal'])];
  expect(distinctTraces(traces).map(({ leftover }) => leftover)).toEqual([
    expect.objectContaining({ paths: ['/v1/a', '/v1/b'], objectNames: ['account', 'deal', 'lead'] }),
  ]);
});

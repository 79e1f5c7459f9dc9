import { expect, test } from 'vitest';
import { distinctTraces, type Trace } from '../../../src/run-result/trace.ts';
import type { Answer, WireRequest } from '../../../src/run-result/wire.ts';
import { contract } from '../../../test/helpers/contract.ts';
import { tracer } from './created-data.ts';

function traced(
  operationId: string,
  body: string | undefined,
  answer?: Partial<Answer>,
  method?: string,
  path = place,
) {
  const operation = contract.operation(operationId);
  const request: WireRequest = {
    method: method ?? operation?.method ?? '',
    path,
    headers: {},
    ...(body !== undefined && { body }),
  };
  const whole = answer && { status: 201, headers: {}, text: '', json: undefined, durationMs: 1, ...answer };
  return tracer(contract)(request, whole, operation);
}

const place = '/v1/things/a%20b';
const named = (name: string) => JSON.stringify({ [name]: 'mine' });
const left = (operation: string, kind: string, rest: object) => ({
  place,
  created: { kind, operation, paths: [place], ...rest },
});

test.each([
  ['a key', 'createJwtKey', named('label'), { json: { kid: 'k' } }, 'jwtKey', { id: 'k', name: 'mine' }],
  ['a key without a kid', 'createJwtKey', named('label'), { json: { kid: '' } }, 'jwtKey', { name: 'mine' }],
  ['an invite', 'createInvite', named('email'), { json: { id: 'i' } }, 'invite', { id: 'i', name: 'mine' }],
  ['a record of a response that is not JSON', 'createInvite', named('email'), {}, 'invite', { name: 'mine' }],
  ['a record of a request that is not JSON', 'createInvite', '{', { json: { id: 'i' } }, 'invite', { id: 'i' }],
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
  [
    'a possible record without a response',
    'createInvite',
    named('email'),
    undefined,
    'invite',
    { name: 'mine', certainty: 'unknown' },
  ],
])('traces %s', (_, operationId, body, answer, kind, rest) => {
  expect(traced(operationId, body, answer)).toMatchObject(left(operationId, kind, rest));
});

test('replaces lone surrogates in the name of a created record', () => {
  const body = JSON.stringify({ groupRef: 'a\ud83d' });
  const made = traced('upsertProviderObjectMetadata', body, { status: 200 });
  expect(made?.created?.name).toBe('a\ufffd');
});

test('records a deleted installation with its percent-decoded ID', () => {
  const path = '/v1/projects/p/integrations/i/installations/a%20b';
  expect(traced('deleteInstallation', undefined, { status: 204 }, undefined, path)).toMatchObject({
    place: path,
    deleted: { kind: 'installation', id: 'a b' },
  });
});

test.each([
  ['a rejection', traced('createInvite', named('email'), { status: 400 })],
  ['another method', traced('createInvite', named('email'), {}, 'GET')],
  ['an update', traced('updateJwtKey', named('label'), { status: 200 })],
  ['a path without an operation', traced('nothing', named('name'), {})],
  ['an invalid request without a response', traced('createInvite', '{}')],
  ['a deletion without a response', traced('deleteInstallation', undefined)],
])('traces nothing for %s', (_, trace) => {
  expect(trace).toBeUndefined();
});

test('identifies a created record by its ID, or by its name and path if the ID is missing, and a metadata group only by its name', () => {
  const send = (operationId: string, name: string, value: string, path: string, answer: Partial<Answer> = {}) =>
    traced(operationId, JSON.stringify({ [name]: value }), answer, undefined, path) ?? [];
  const key = (id: string | undefined, at: string) =>
    send('createJwtKey', 'label', 'one', at, id === undefined ? {} : { json: { kid: id } });
  const group = (name: string, at: string) => send('upsertProviderObjectMetadata', 'groupRef', name, at);
  const traces = [key('1', 'a'), key('2', 'a'), key(undefined, 'a'), key(undefined, 'b'), group('g', 'a')];
  const again = [key('1', 'b'), key(undefined, 'b'), group('g', 'b'), group('h', 'a')];
  expect(distinctTraces([...traces, ...again].flat())).toHaveLength(6);
});

test('merges the paths and object names of several requests that created the same metadata group', () => {
  const sent = (path: string, objectNames: readonly string[]): Trace => ({
    key: 'g',
    place: path,
    created: {
      kind: 'metadataGroup',
      operation: 'upsertProviderObjectMetadata',
      name: 'g',
      paths: [path],
      objectNames,
    },
  });
  const traces = [sent('/v1/a', ['account']), sent('/v1/b', ['account', 'lead']), sent('/v1/a', ['deal'])];
  expect(distinctTraces(traces).map(({ created }) => created)).toEqual([
    expect.objectContaining({ paths: ['/v1/a', '/v1/b'], objectNames: ['account', 'deal', 'lead'] }),
  ]);
});

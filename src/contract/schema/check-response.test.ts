import { expect, test } from 'vitest';
import { contractWith } from '../../../test/helpers/small-contract.ts';
import { checkResponse, type ReceivedResponse } from './check-response.ts';

const rules = (id: string) => ({ 'x-rules': [{ id, basis: 'decided' }] });
const contract = contractWith({
  paths: {
    '/things': {
      post: {
        operationId: 'makeThing',
        responses: {
          201: {
            description: 'created',
            ...rules('D31'),
            headers: { Location: { required: true, schema: {}, ...rules('D32') }, 'X-Trace': { schema: {} } },
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['id'],
                  properties: { id: { type: 'string', ...rules('D54') }, parts: { items: { properties: { n: {} } } } },
                },
              },
            },
          },
          204: { description: 'nothing', ...rules('D81') },
          '4XX': { description: 'rejected', content: { 'application/problem+json': {}, 'application/json': {} } },
        },
      },
    },
  },
});
const [operation] = contract.operations;

function found(received: Partial<ReceivedResponse>) {
  if (!operation) throw new Error('There is no operation.');
  const whole = { status: 201, contentType: 'application/json', hasHeader: () => true, body: '{"id": "1"}' };
  return checkResponse(contract, operation, { ...whole, ...received }).map(
    ({ in: place, pointer, rules: ids, expected, actual, detail }) => [
      `${place} ${pointer}`.trim(),
      ids.join(' '),
      expected,
      actual,
      detail,
    ],
  );
}

test.each<[string, Partial<ReceivedResponse>]>([
  ['a response that the document declares', {}],
  ['a media type with parameters and in another letter case', { contentType: 'Application/JSON; charset=utf-8' }],
  ['a missing body if none is declared', { status: 204, contentType: undefined, body: '' }],
  ['a status in a declared range', { status: 418, contentType: 'application/problem+json', body: '{"any": 1}' }],
  ['a body that could not be read', { body: undefined, contentType: undefined }],
])('accepts %s', (_, received) => {
  expect(found(received)).toEqual([]);
});

test.each<[string, Partial<ReceivedResponse>, string[]]>([
  [
    'an undeclared status',
    { status: 200 },
    ['status', '', 'one of 201, 204, 4XX', '200', 'The document declares no status 200 for makeThing.'],
  ],
  [
    'a missing required header, but not a missing optional one',
    { hasHeader: () => false },
    ['header /Location', 'D32', 'a header Location', 'nothing', 'Location is required.'],
  ],
  [
    'an undeclared body',
    { status: 204, body: '{}' },
    ['body', 'D81', 'no body', '2 characters', 'The document declares no body for the status 204.'],
  ],
  [
    'another media type',
    { contentType: 'text/html' },
    [
      'header /Content-Type',
      'D31',
      'application/json',
      'text/html',
      'The media type: expected application/json, got text/html.',
    ],
  ],
  [
    'a missing media type',
    { status: 400, contentType: undefined },
    [
      'header /Content-Type',
      '',
      'application/problem+json or application/json',
      'none',
      'The media type: expected application/problem+json or application/json, got none.',
    ],
  ],
  ['a body that is not JSON', { body: 'oops' }, ['body', 'D31', 'JSON', 'oops', 'The body is not JSON.']],
  ['an empty body', { body: '' }, ['body', 'D31', 'JSON', 'no body', 'The body is not JSON.']],
  [
    'a long body that is not JSON, with its beginning',
    { body: 'x'.repeat(100) },
    ['body', 'D31', 'JSON', 'x'.repeat(80), 'The body is not JSON.'],
  ],
  [
    'a value that violates the schema, with the rule of its place',
    { body: '{"id": 1}' },
    ['body /id', 'D54', 'a string', '1', 'id: expected a string, got 1.'],
  ],
  [
    'a value that violates the schema at a place without a rule, with the rule of the response',
    { body: '{}' },
    ['body /id', 'D31', 'the property id', 'nothing', 'id is required.'],
  ],
  [
    'an undocumented property at any depth',
    { body: '{"id": "1", "parts": [{"n": 1, "m": 1}]}' },
    ['body /parts/0/m', 'D31', 'no such property', 'one', 'The property parts.0.m is not in the document.'],
  ],
])('reports %s', (_, received, violation) => {
  expect(found(received)).toEqual([violation]);
});

test('validates headers and body', () => {
  expect(found({ hasHeader: (name) => name !== 'location', body: '[]' })).toHaveLength(2);
});

import { expect, test } from 'vitest';
import { contractWith } from '../../../test/helpers/small-contract.ts';
import type { JsonObject } from '../json.ts';
import { declaredFor, responseFor, successOf } from './operation.ts';
import { basePathOf, readOperations } from './read-operations.ts';

const rule = { id: 'D01', basis: 'decided' };
const root: JsonObject = {
  security: [{ key: [] }, { key: [], login: [] }, 'odd'],
  components: {
    securitySchemes: {
      key: { type: 'apiKey', name: 'X-Api-Key', in: 'header' },
      login: { type: 'http', scheme: 'basic' },
    },
    parameters: { Page: { $ref: '#/components/parameters/Number' }, Number: { name: 'page', in: 'query', schema: {} } },
    requestBodies: {
      Thing: { required: true, content: { 'application/json': { schema: { title: 'thing' }, example: 1 } } },
    },
    examples: { Two: { value: 2 } },
  },
  paths: {
    '/things/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { title: 'of the path' } },
        { $ref: '#/components/parameters/Page' },
      ],
      put: {
        operationId: 'putThing',
        summary: 'Puts a thing',
        tags: ['Things', 7],
        'x-clause': '§4',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { title: 'own' }, 'x-fixture': 'thing', 'x-rules': [rule] },
        ],
        requestBody: { $ref: '#/components/requestBodies/Thing' },
        responses: {
          201: {
            description: 'created',
            headers: { Location: { required: true, schema: {} }, 'X-Trace': {} },
            content: {
              'application/json': {
                schema: {},
                examples: { two: { $ref: '#/components/examples/Two' }, none: { summary: 'no value' } },
              },
              'text/plain': {},
            },
          },
          '4XX': { description: 'rejected' },
        },
      },
      delete: { security: [], responses: { 204: {}, default: {} } },
      summary: 'no method',
    },
  },
};
const [put, remove, ...more] = readOperations(root);

test('reads an operation with the values that it inherits from its path and the document', () => {
  expect(more).toEqual([]);
  expect(put).toMatchObject({
    operationId: 'putThing',
    method: 'PUT',
    path: '/things/{id}',
    summary: 'Puts a thing',
    tags: ['Things', '7'],
    clause: '§4',
  });
  expect(remove).toMatchObject({
    operationId: 'DELETE /things/{id}',
    method: 'DELETE',
    summary: '',
    tags: [],
    clause: undefined,
  });
  expect(remove?.requestBody).toBeUndefined();
});

test('uses the parameter of an operation instead of the same parameter of its path, and resolves references to parameters', () => {
  expect(put?.parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
    ['id', 'path', true],
    ['page', 'query', false],
  ]);
  const [id, page] = put?.parameters ?? [];
  expect(id).toMatchObject({ schema: { schema: { title: 'own' } }, fixture: 'thing', rules: [{ id: 'D01' }] });
  expect(id?.schema?.pointer).toBe('/paths/~1things~1{id}/put/parameters/0/schema');
  expect(page).toMatchObject({
    schema: { pointer: '/components/parameters/Number/schema' },
    fixture: undefined,
    rules: [],
  });
  expect(remove?.parameters[0]?.schema?.schema).toEqual({ title: 'of the path' });
});

test('reads the API keys from the security of the document, or from the security of the operation if present', () => {
  expect(put?.apiKeys).toEqual([{ name: 'X-Api-Key', in: 'header', rules: [] }]);
  expect(remove?.apiKeys).toEqual([]);
});

test('reads the schema of a request body with its JSON Pointer, and the examples', () => {
  expect(put?.requestBody).toEqual({
    required: true,
    content: [
      {
        mediaType: 'application/json',
        schema: {
          schema: { title: 'thing' },
          pointer: '/components/requestBodies/Thing/content/application~1json/schema',
        },
        examples: [{ name: 'example', value: 1 }],
      },
    ],
  });
});

test('reads the headers, media types and examples of a response, except an example without a value', () => {
  const [created, rejected] = put?.responses ?? [];
  expect(created).toMatchObject({ status: '201', description: 'created' });
  expect(created?.headers.map(({ name, in: place, required }) => [name, place, required])).toEqual([
    ['Location', 'header', true],
    ['X-Trace', 'header', false],
  ]);
  expect(
    created?.content.map(({ mediaType, schema, examples }) => [mediaType, schema === undefined, examples]),
  ).toEqual([
    ['application/json', false, [{ name: 'two', value: 2 }]],
    ['text/plain', true, []],
  ]);
  expect(rejected).toMatchObject({ status: '4XX', content: [], headers: [] });
  expect(remove?.responses[0]?.description).toBe('');
});

test('finds the declared response for a status by its number, by its range, or as the default for errors', () => {
  if (!put || !remove) throw new Error('There are two operations.');
  expect([201, 404, 500].map((status) => responseFor(put, status)?.status)).toEqual(['201', '4XX', undefined]);
  expect([204, 404, 200].map((status) => responseFor(remove, status)?.status)).toEqual(['204', 'default', 'default']);
  const declared = [204, 200, 399, 400, 599, 600].map((status) => declaredFor(remove, status)?.status);
  expect(declared).toEqual(['204', undefined, undefined, 'default', 'default', undefined]);
  const withoutSuccess = { ...remove, responses: remove.responses.filter(({ status }) => status === 'default') };
  expect(declaredFor(withoutSuccess, 200)?.status).toBe('default');
  expect(successOf(put)?.status).toBe(201);
  expect(successOf(withoutSuccess)).toBeUndefined();
});

test.each([
  [undefined, ''],
  [[], ''],
  [[{}], ''],
  [[{ url: '/v1' }, { url: '/v2' }], '/v1'],
  [[{ url: 'https://example.com/a/b//' }], '/a/b'],
  [[{ url: 'https://{host}/{version}', variables: { host: { default: 'h' }, version: { default: 'v3' } } }], '/v3'],
  [[{ url: '/a/{none}' }], '/a'],
])('reads from the `servers` %j the base path %j', (servers, want) => {
  expect(basePathOf({ servers })).toBe(want);
});

test('ignores a `$ref` that refers to itself', () => {
  const paths = { '/a': { $ref: '#/paths/~1a' } };
  expect(readOperations({ paths })).toEqual([]);
  expect(contractWith({ paths }).operations).toEqual([]);
});

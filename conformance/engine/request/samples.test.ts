import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/contract/json.ts';
import { contractWith } from '../../../test/helpers/small-contract.ts';
import { bodyOf, prepareSamples, violationsOf } from './samples.ts';

const NAMED = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };

async function examplesOf(mediaType: JsonObject): Promise<unknown[]> {
  const content = { 'text/plain': {}, 'application/json': mediaType };
  const contract = contractWith({
    schemas: { Named: { ...NAMED, example: { name: 'there' } } },
    paths: { '/a': { post: { operationId: 'a', requestBody: { content } } } },
  });
  await prepareSamples(contract);
  const [operation] = contract.operations;
  if (!operation) throw new Error('No operation.');
  const examples = bodyOf(contract, operation)?.examples.map(({ value }) => value) ?? [];
  expect(examples.flatMap((value) => violationsOf(contract, operation, value))).toEqual([]);
  return examples;
}

test.each<[what: string, mediaType: JsonObject, want: unknown[]]>([
  [
    'prefers the examples of the media type',
    { example: { name: 'own' }, schema: { ...NAMED, example: { name: 'schema' } } },
    [{ name: 'own' }],
  ],
  [
    'uses the example of the schema without an example of the media type',
    { schema: { ...NAMED, example: { name: 'schema' } } },
    [{ name: 'schema' }],
  ],
  ['finds the example of a referenced schema', { schema: { $ref: '#/components/schemas/Named' } }, [{ name: 'there' }]],
  [
    'returns all examples of the schema',
    { schema: { ...NAMED, examples: [{ name: 'a' }, { name: 'b' }] } },
    [{ name: 'a' }, { name: 'b' }],
  ],
  [
    'omits an example that violates the schema',
    { example: { name: 1 }, schema: { ...NAMED, example: { name: 'schema' } } },
    [{ name: 'schema' }],
  ],
  ['returns no example for a schema without valid values', { schema: { not: {} } }, []],
])('%s', async (_, mediaType, want) => {
  expect(await examplesOf(mediaType)).toEqual(want);
});

test.each<[what: string, schema: JsonObject]>([
  ['properties', NAMED],
  ['a negation', { type: 'object', required: ['a'], properties: { a: { type: 'string', not: { pattern: 'e' } } } }],
  ['different items', { type: 'array', minItems: 2, uniqueItems: true, items: { enum: ['a', 'b', 'c'] } }],
])('generates the same value in every call from a schema with %s', async (_, schema) => {
  const [made] = await examplesOf({ schema });
  expect(made).toBeDefined();
  expect(await examplesOf({ schema: structuredClone(schema) })).toEqual([made]);
});

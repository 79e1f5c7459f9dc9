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
    'of the media type come first',
    { example: { name: 'own' }, schema: { ...NAMED, example: { name: 'schema' } } },
    [{ name: 'own' }],
  ],
  ['of the schema come next', { schema: { ...NAMED, example: { name: 'schema' } } }, [{ name: 'schema' }]],
  [
    'of the schema are found behind a reference',
    { schema: { $ref: '#/components/schemas/Named' } },
    [{ name: 'there' }],
  ],
  [
    'of the schema may be several',
    { schema: { ...NAMED, examples: [{ name: 'a' }, { name: 'b' }] } },
    [{ name: 'a' }, { name: 'b' }],
  ],
  [
    'that the schema does not take are none',
    { example: { name: 1 }, schema: { ...NAMED, example: { name: 'schema' } } },
    [{ name: 'schema' }],
  ],
  ['cannot be made for what nothing fits', { schema: { not: {} } }, []],
])('examples %s', async (_, mediaType, want) => {
  expect(await examplesOf(mediaType)).toEqual(want);
});

test.each<[what: string, schema: JsonObject]>([
  ['members', NAMED],
  ['a negation', { type: 'object', required: ['a'], properties: { a: { type: 'string', not: { pattern: 'e' } } } }],
  ['different items', { type: 'array', minItems: 2, uniqueItems: true, items: { enum: ['a', 'b', 'c'] } }],
])('a value is made of a schema of %s, the same each time', async (_, schema) => {
  const [made] = await examplesOf({ schema });
  expect(made).toBeDefined();
  expect(await examplesOf({ schema: structuredClone(schema) })).toEqual([made]);
});

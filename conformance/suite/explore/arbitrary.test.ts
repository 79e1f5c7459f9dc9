import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/contract/json.ts';
import { SchemaCompiler } from '../../../src/contract/schema-compiler.ts';
import { arbitraryBody } from './arbitrary.ts';

const NODE = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, next: { $ref: '#/node' } } };
const document: JsonObject = { node: NODE };

const SCHEMAS: readonly (readonly [what: string, schema: JsonObject])[] = [
  ['a constant', { const: 7 }],
  ['one of some values', { enum: ['a', 2, null] }],
  ['several types', { type: ['string', 'null'] }],
  ['a length', { type: 'string', minLength: 3, maxLength: 5 }],
  ['a pattern', { type: 'string', pattern: '^[A-Z]{2}-\\d{2}$' }],
  ...['uuid', 'email', 'date', 'date-time', 'uri', 'hostname', 'ipv4', 'ipv6'].map(
    (format) => [`the format ${format}`, { type: 'string', format }] as const,
  ),
  ['an integer in a range', { type: 'integer', minimum: -5, maximum: 5 }],
  ['a narrow range of numbers', { type: 'number', exclusiveMinimum: 0, maximum: 0.5 }],
  ['multiples', { type: 'number', minimum: 1, maximum: 9.5, multipleOf: 0.5 }],
  ['distinct items', { type: 'array', items: { enum: [1, 2, 3] }, uniqueItems: true, minItems: 2 }],
  ['a map', { type: 'object', additionalProperties: { type: 'boolean' } }],
  ['parts that all hold', { allOf: [NODE, { properties: { size: { type: 'integer' } }, required: ['size'] }] }],
  ['alternatives', { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }],
  ['a schema that leads back to itself', NODE],
];

test.each(SCHEMAS)('values of %s', (_, schema) => {
  const check = new SchemaCompiler(document, false).compile({ ...schema, node: NODE });
  const content = { mediaType: 'application/json', schema: { schema, pointer: '' }, examples: [] };
  const made = fc.sample(arbitraryBody(document, content), { numRuns: 200, seed: 1 });
  expect(made.filter((value) => check(JSON.parse(JSON.stringify(value)), false).length > 0)).toEqual([]);
  if (schema.const === undefined) expect(new Set(made.map((value) => JSON.stringify(value))).size).toBeGreaterThan(1);
});

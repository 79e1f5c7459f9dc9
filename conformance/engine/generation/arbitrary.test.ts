import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/contract/json.ts';
import { SchemaCompiler } from '../../../src/contract/schema/schema-compiler.ts';
import { arbitraryBody } from './arbitrary.ts';

const NODE = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, next: { $ref: '#/node' } } };
const document: JsonObject = { node: NODE };

const SCHEMAS: readonly (readonly [what: string, schema: JsonObject])[] = [
  ['a constant', { const: 7 }],
  ['an enum', { enum: ['a', 2, null] }],
  ['several types', { type: ['string', 'null'] }],
  ['a length', { type: 'string', minLength: 3, maxLength: 5 }],
  ['a pattern', { type: 'string', pattern: '^[A-Z]{2}-\\d{2}$' }],
  ...['uuid', 'email', 'date', 'date-time', 'uri', 'hostname', 'ipv4', 'ipv6'].map(
    (format) => [`the format ${format}`, { type: 'string', format }] as const,
  ),
  ['an integer in a range', { type: 'integer', minimum: -5, maximum: 5 }],
  ['a narrow range of numbers', { type: 'number', exclusiveMinimum: 0, maximum: 0.5 }],
  ['a range without its edges', { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 4 }],
  ['a number between edges', { type: 'number', exclusiveMinimum: 2, exclusiveMaximum: 2.001 }],
  ['multiples without the edges', { type: 'number', exclusiveMinimum: 5, exclusiveMaximum: 20, multipleOf: 5 }],
  ['an object without a type', { required: ['a'], properties: { a: { type: 'integer' } } }],
  ['a string without a type', { minLength: 4 }],
  ['alternatives of constants', { anyOf: [{ const: 1 }, { const: 'a' }] }],
  ['more items than usual', { type: 'array', items: { type: 'boolean' }, minItems: 7 }],
  ['few items', { type: 'array', items: { type: 'boolean' }, maxItems: 1 }],
  ['multiples', { type: 'number', minimum: 1, maximum: 9.5, multipleOf: 0.5 }],
  ['distinct items', { type: 'array', items: { enum: [1, 2, 3] }, uniqueItems: true, minItems: 2 }],
  ['a map', { type: 'object', additionalProperties: { type: 'boolean' } }],
  ['parts joined by allOf', { allOf: [NODE, { properties: { size: { type: 'integer' } }, required: ['size'] }] }],
  ['alternatives of types', { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }],
  ['a recursive schema', NODE],
];

test.each(SCHEMAS)('generates valid values of %s', (_, schema) => {
  const check = new SchemaCompiler(document, false).compile({ ...schema, node: NODE });
  const content = { mediaType: 'application/json', schema: { schema, pointer: '' }, examples: [] };
  const made = fc.sample(arbitraryBody(document, content), { numRuns: 200, seed: 1 });
  expect(made.filter((value) => check(JSON.parse(JSON.stringify(value)), false).length > 0)).toEqual([]);
  if (schema.const === undefined) expect(new Set(made.map((value) => JSON.stringify(value))).size).toBeGreaterThan(1);
});

/** Generates values for a schema for which the OpenAPI document has the given examples. */
function sampleWith(schema: JsonObject, ...examples: readonly unknown[]) {
  const named = examples.map((value, index) => ({ name: `example ${index}`, value }));
  const content = { mediaType: 'application/json', schema: { schema, pointer: '' }, examples: named };
  return fc.sample(arbitraryBody(document, content), { numRuns: 300, seed: 1 });
}

test('generates the examples of the document among other values, and only the examples if no generator fits the schema', () => {
  const some = new Set(sampleWith({ type: 'string' }, 'shown', 7));
  expect(some.has('shown')).toBe(true);
  expect(some.size).toBeGreaterThan(50);
  expect([...some].filter((value) => typeof value !== 'string')).toEqual([]);
  expect(new Set(sampleWith({ type: 'string', 'x-exemplary': true }, 'a', 'b'))).toEqual(new Set(['a', 'b']));
  expect(new Set(sampleWith({ type: 'string', format: 'of this project' }, 'a'))).toEqual(new Set(['a']));
  expect(new Set(sampleWith({ type: 'string', pattern: '^x' }, 'xyz'))).toEqual(new Set(['xyz']));
});

test('takes values of properties and array items from the examples of the document', () => {
  const inner = { properties: { list: { type: 'array', items: { type: 'string', 'x-exemplary': true } } } };
  const made = sampleWith({ type: 'object', ...inner }, { list: ['a'] }, { list: ['b', 'c'] }, {}, 7) as {
    list?: string[];
  }[];
  expect(new Set(made.flatMap(({ list = [] }) => list))).toEqual(new Set(['a', 'b', 'c']));
  expect(made.some(({ list }) => list === undefined)).toBe(true);
});

test('generates maps with at least one entry, with keys from the examples and with other keys', () => {
  const schema = { type: 'object', additionalProperties: { type: 'string', 'x-exemplary': true } };
  const made = sampleWith(schema, { contact: 'a' }, { lead: 'b' }) as Record<string, string>[];
  const keys = new Set(made.flatMap((map) => Object.keys(map)));
  expect([keys.has('contact'), keys.has('lead'), keys.size > 10]).toEqual([true, true, true]);
  expect(made.filter((map) => Object.keys(map).length === 0)).toEqual([]);
  expect(new Set(made.flatMap((map) => Object.values(map)))).toEqual(new Set(['a', 'b']));
});

test('generates empty strings only for optional properties', () => {
  const schema = { type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: { type: 'string' } } };
  const made = sampleWith(schema) as { a: string; b?: string }[];
  expect(made.filter(({ a }) => a === '')).toEqual([]);
  expect(made.some(({ b }) => b === '')).toBe(true);
});

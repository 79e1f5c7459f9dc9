import { describe, expect, test } from 'vitest';
import { violationsOf } from '../../../test/helpers/small-contract.ts';
import type { JsonObject } from '../json.ts';
import { createFaker, generate } from './generate.ts';

const faker = await createFaker(1);
const SOME = Array.from({ length: 20 });
const plain = (schema: JsonObject) => generate({}, schema, faker);
const dynamic = (schema: JsonObject) => generate({}, schema, faker, { dynamic: true });

/** Values that the generator returns for a property with the given name. */
function named(name: string, schema: JsonObject): unknown[] {
  const object = { type: 'object', properties: { [name]: schema } };
  return SOME.map(() => (dynamic(object) as JsonObject)[name]);
}

describe.each<[string, (schema: JsonObject) => unknown]>([
  ['plain', plain],
  ['dynamic', dynamic],
])('a %s value', (_, make) => {
  test.each<JsonObject>([
    { type: 'integer', minimum: 3, maximum: 3 },
    { type: 'integer', minimum: -5, maximum: -1 },
    { type: 'integer', exclusiveMinimum: 3, exclusiveMaximum: 5 },
    { type: 'integer', minimum: 200 },
    { type: 'integer', minimum: 7, maximum: 20, multipleOf: 5 },
    { type: 'integer', minimum: 1, maximum: 4, multipleOf: 3 },
    { type: 'integer', maximum: -3 },
    { type: 'integer', exclusiveMaximum: 1 },
    { type: 'integer', exclusiveMinimum: 4, exclusiveMaximum: 12, multipleOf: 4 },
    { type: 'number', minimum: 0.1, maximum: 0.5 },
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    { type: 'number', multipleOf: 0.5 },
    { type: 'boolean' },
    { type: 'null' },
    { type: ['string', 'null'] },
    { type: 'array', items: { type: 'integer' }, minItems: 5 },
    { type: 'array', items: { type: 'integer' }, maxItems: 0 },
    { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 1 },
    { type: 'array' },
    { enum: ['a', 'b'] },
    { const: 7 },
    { oneOf: [{ type: 'integer' }, { type: 'boolean' }] },
    { anyOf: [{ type: 'array' }, { type: 'boolean' }] },
    {
      allOf: [
        { type: 'object', properties: { a: { const: 1 } }, required: ['a'] },
        { properties: { b: {} }, required: ['b'] },
      ],
    },
    { properties: { a: {} }, required: ['a'] },
    { type: 'object', additionalProperties: { type: 'integer' } },
    { type: 'string', minLength: 200, maxLength: 201 },
    { type: 'string', maxLength: 1 },
    { type: 'string', pattern: '^[a-f]{4}$' },
    ...['uuid', 'email', 'date-time', 'date', 'time', 'duration', 'uri', 'uri-reference', 'json-pointer', 'hostname']
      .concat('ipv4', 'ipv6')
      .map((format) => ({ type: 'string', format })),
  ])('matches the schema %j', (schema) => {
    for (const value of SOME.map(() => make(schema))) {
      expect(violationsOf(schema, value), JSON.stringify(value)).toEqual([]);
    }
  });
});

test.each<[JsonObject, unknown]>([
  [{ type: 'string', examples: ['first', 'second'], example: 'x', default: 'y' }, 'first'],
  [{ type: 'string', examples: [], example: 'x', default: 'y' }, 'x'],
  [{ type: 'string', default: 'y', const: 'z' }, 'y'],
  [{ enum: ['b', 'a'] }, 'b'],
  [{ $ref: '#/none', example: 1 }, 1],
  [{ type: 'array', items: { const: 1 } }, [1]],
])(
  'returns examples, defaults and constants of the document instead of generated values: for the schema %j, the value %j',
  (schema, want) => {
    expect(plain(schema)).toEqual(want);
  },
);

test('varies the values of enums, examples, arrays and maps with `dynamic`', () => {
  const values = (schema: JsonObject) => new Set(SOME.map(() => JSON.stringify(dynamic(schema))));
  expect(values({ enum: ['a', 'b'] })).toEqual(new Set(['"a"', '"b"']));
  expect(values({ type: 'string', examples: ['a', 'b'] })).toEqual(new Set(['"a"', '"b"']));
  expect(values({ type: 'array', items: { const: 1 } })).toEqual(new Set(['[1]', '[1,1]', '[1,1,1]']));
  expect(values({ type: 'object', additionalProperties: { type: 'integer' } }).size).toBeGreaterThan(10);
  expect(values({ const: 1, examples: [2] })).toEqual(new Set(['1']));
});

test.each<[string, RegExp]>([
  ['email', /^[^@\s]+@example\.\w+$/],
  ['userEmail', /@/],
  ['callbackUrl', /^https?:/],
  ['id', /^[0-9a-f-]{36}$/],
  ['projectId', /^[0-9a-f-]{36}$/],
])('returns with `dynamic` a value that fits the property name %s', (name, pattern) => {
  for (const value of named(name, { type: 'string' })) expect(value).toMatch(pattern);
});

test('returns an example instead of a generated value that has the right format but violates the pattern', () => {
  expect(named('id', { type: 'string', format: 'uuid', pattern: '^x', example: 'x1' })).toEqual(SOME.map(() => 'x1'));
});

test('limits the depth of a recursive schema, and includes required properties at every level', () => {
  const document = {
    components: {
      schemas: {
        Tree: {
          type: 'object',
          required: ['name'],
          properties: { name: { const: 'n' }, next: { $ref: '#/components/schemas/Tree' } },
        },
      },
    },
  };
  const text = JSON.stringify(generate(document, { $ref: '#/components/schemas/Tree' }, faker));
  expect(text.match(/"name":"n"/g)?.length).toBe(7);
  expect(text.match(/"next"/g)?.length).toBe(6);
});

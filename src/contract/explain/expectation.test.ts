import { expect, test } from 'vitest';
import { violationsOf } from '../../../test/helpers/small-contract.ts';
import type { JsonObject } from '../json.ts';

const pem = '-----BEGIN PUBLIC KEY-----\nAA==\n-----END PUBLIC KEY-----';

/** Test data: a schema, a value that violates the schema, and the description of the violation. */
test.each<[JsonObject, unknown, string]>([
  [{ type: 'object' }, 1, 'The body: expected an object, got 1.'],
  [{ type: 'array' }, {}, 'The body: expected an array, got an object.'],
  [{ type: 'integer' }, 1.5, 'The body: expected an integer, got 1.5.'],
  [{ type: 'boolean' }, null, 'The body: expected a boolean, got null.'],
  [{ type: 'null' }, [], 'The body: expected null, got an empty array.'],
  [{ type: ['string', 'null'] }, [1, 2], 'The body: expected string or null, got an array of 2.'],
  [{ enum: ['a', 1, null] }, 'b', 'The body: expected one of "a", 1, null, got "b".'],
  [{ const: { a: 1 } }, {}, 'The body: expected {"a":1}, got an object.'],
  [{ format: 'uuid' }, '', 'The body: expected the format uuid, got "".'],
  [{ format: 'email' }, pem, 'The body: expected the format email, got a PEM block "PUBLIC KEY".'],
  [{ minLength: 1 }, '', 'The body: expected at least 1 character, got "".'],
  [{ minLength: 2 }, 'a', 'The body: expected at least 2 characters, got "a".'],
  [{ maxLength: 1 }, 'ab', 'The body: expected at most 1 character, got "ab".'],
  [{ minItems: 2 }, [1], 'The body: expected at least 2 items, got an array of 1.'],
  [{ maxItems: 1 }, [1, 2], 'The body: expected at most 1 item, got an array of 2.'],
  [{ minProperties: 1 }, {}, 'The body: expected at least 1 property, got an object.'],
  [{ maxProperties: 1 }, { a: 1, b: 1 }, 'The body: expected at most 1 property, got an object.'],
  [{ dependentRequired: { a: ['b'] } }, { a: 1 }, 'The body: expected b in addition to a, got an object.'],
  [{ minimum: 2 }, 1, 'The body: expected a number of at least 2, got 1.'],
  [{ maximum: 2 }, 3, 'The body: expected a number of at most 2, got 3.'],
  [{ exclusiveMinimum: 2 }, 2, 'The body: expected a number above 2, got 2.'],
  [{ pattern: '^a' }, 'b', 'The body: expected a text that matches ^a, got "b".'],
  [{ format: 'date-time' }, '2026', 'The body: expected an RFC 3339 date-time with an offset, got "2026".'],
  [{ multipleOf: 2 }, 3, 'The body: expected a multiple of 2, got 3.'],
  [{ required: ['a'] }, {}, 'a is required.'],
  [{ properties: { a: { items: { type: 'string' } } } }, { a: [1] }, 'a.0: expected a string, got 1.'],
  [{ additionalProperties: false }, { a: 1 }, 'a is an unknown property.'],
  [{ unevaluatedProperties: false }, { a: 1 }, 'a is an unknown property.'],
])('describes the violation of the schema %j by the value %j', (schema, value, detail) => {
  expect(violationsOf(schema, value).map((violation) => violation.detail)).toEqual([detail]);
});

test('describes the pattern of a date-time in words, unless the pattern requires more than the format', () => {
  const schema = { format: 'date-time', pattern: '^\\S+T\\S+Z$' };
  const details = (value: string) => violationsOf(schema, value).map(({ expected }) => expected);
  expect(new Set(details('2026-01-01T00:00:00'))).toEqual(new Set(['an RFC 3339 date-time with an offset']));
  expect(details('2026-01-01T00:00:00+01:00')).toEqual(['a text that matches ^\\S+T\\S+Z$']);
});

test('describes what each branch of oneOf or anyOf expects', () => {
  const schema = { anyOf: [{ type: 'string' }, { type: 'integer' }] };
  expect(violationsOf(schema, null).map(({ expected }) => expected)).toEqual(['a string', 'an integer']);
});

test('describes a violation of the schema keyword `not`', () => {
  expect(violationsOf({ not: {} }, 1).map(({ keyword }) => keyword)).toEqual(['not']);
});

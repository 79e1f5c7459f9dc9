import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/contract/json.ts';
import { places } from '../engine/bodies/body-places.ts';
import { boundaries, openStrings } from './boundaries.ts';

function placesOf(schema: JsonObject, value: unknown) {
  return [...places({}, { type: 'object', properties: { a: schema } }, { a: value })];
}

/** The boundary values for a property with the given schema and the given value. */
function boundariesOf(schema: JsonObject, value: unknown): unknown[][] {
  return placesOf(schema, value)
    .filter(({ path }) => path.length === 1)
    .flatMap((place) => [...boundaries(place)])
    .map(({ keyword, what, openStatus, value: make }) => {
      const made = make(value);
      return [keyword, what, openStatus, typeof made === 'string' ? [...made].length : made];
    });
}

test.each<[string, JsonObject, unknown, unknown[][]]>([
  ['a value without constraints', {}, 'x', []],
  [
    'lengths',
    { minLength: 1, maxLength: 3 },
    'x',
    [
      ['minLength', 'has 1 character', undefined, 1],
      ['minLength', 'has 1 code point beyond the BMP', undefined, 1],
      ['minLength', 'is blank', undefined, 1],
      ['minLength', 'is "0"', undefined, 1],
      ['maxLength', 'has 3 characters', undefined, 3],
      ['maxLength', 'has 3 code points beyond the BMP', undefined, 3],
      ['maxLength', 'has 3 characters that JSON escapes', undefined, 3],
    ],
  ],
  [
    'a length of a unique value, which may exist already',
    { maxLength: 1, 'x-unique': true },
    'x',
    [
      ['maxLength', 'has 1 character', 409, 1],
      ['maxLength', 'has 1 code point beyond the BMP', 409, 1],
    ],
  ],
  [
    'a minimum length of more than one character',
    { minLength: 2 },
    'xy',
    [
      ['minLength', 'has 2 characters', undefined, 2],
      ['minLength', 'has 2 code points beyond the BMP', undefined, 2],
      ['minLength', 'is blank', undefined, 2],
    ],
  ],
  [
    'a name without a maximum length',
    { type: 'string', 'x-unique': true },
    'x',
    [['type', 'has 200 characters', 422, 200]],
  ],
  ['an address, whose format limits the length', { type: 'string', format: 'email', 'x-unique': true }, 'x', []],
  ['a fixture', { minLength: 1, 'x-fixture': 'provider' }, 'x', []],
  [
    'numbers',
    { type: 'integer', minimum: 0, maximum: 9 },
    1,
    [
      ['minimum', 'is 0', undefined, 0],
      ['maximum', 'is 9', undefined, 9],
    ],
  ],
  ['an integer without a maximum', { type: 'integer' }, 1, [['type', 'is 100000', 422, 100_000]]],
  ['the minimum number of items', { minItems: 1 }, ['x'], [['minItems', 'has 1 item', undefined, ['x']]]],
  ['more than the minimum number of items', { minItems: 1 }, ['x', 'y'], []],
])('returns the boundary values of %s', (_, schema, value, want) => {
  expect(boundariesOf(schema, value)).toEqual(want);
});

test('selects the strings whose schema has examples, but no enum, constant, format or pattern', () => {
  const open = (schema: JsonObject, value: unknown) => openStrings(placesOf(schema, value)).length === 1;
  expect(open({ examples: ['x'] }, 'x')).toBe(true);
  expect(open({}, 'x')).toBe(false);
  expect(open({ examples: [1] }, 1)).toBe(false);
  for (const keyword of ['enum', 'const', 'format', 'pattern'])
    expect(open({ examples: ['x'], [keyword]: 'x' }, 'x'), keyword).toBe(false);
});

import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/contract/json.ts';
import { boundaries, openStrings } from '../derived/boundaries.ts';
import { places } from './body-places.ts';
import { breaches } from './violating-values.ts';

/** The places of `{"a": value}`, where `a` has the schema. */
function placesOf(schema: JsonObject, value: unknown) {
  return [...places({}, { type: 'object', properties: { a: schema } }, { a: value })];
}

/** The mistakes that are made at `a` and below, each with the value that is sent. */
function mistakes(schema: JsonObject, value: unknown): unknown[][] {
  return placesOf(schema, value)
    .filter(({ path }) => path.length > 0)
    .flatMap((place) => [...breaches({}, { a: value }, place)])
    .map(({ pointer, keyword, what, body }) => [pointer, keyword, what, (body as JsonObject).a]);
}

const wrongType = (what: string, value: unknown) => ['/a', 'type', what, value];

test.each<[string, JsonObject, unknown, unknown[][]]>([
  ['a value of which the schema says nothing', {}, 'x', []],
  [
    'a string',
    { type: 'string' },
    'x',
    [
      wrongType('is a number', 42),
      wrongType('is true', true),
      wrongType('is an array around the string', ['x']),
      wrongType('is an object', { value: 'x' }),
      wrongType('is false', false),
      wrongType('is null', null),
    ],
  ],
  ['a string that may be null', { type: ['string', 'null'] }, 'x', []],
  [
    'a boolean',
    { type: 'boolean' },
    true,
    [wrongType('is a string', 'true'), wrongType('is a number', 1), wrongType('is 0', 0), wrongType('is null', null)],
  ],
  [
    'a boolean that is false',
    { type: 'boolean' },
    false,
    [wrongType('is a string', 'false'), wrongType('is a number', 0), wrongType('is null', null)],
  ],
  [
    'an integer',
    { type: 'integer' },
    1,
    [
      wrongType('is a string', '1'),
      wrongType('is a fraction', 1.5),
      wrongType('is true', true),
      wrongType('is false', false),
      wrongType('is null', null),
    ],
  ],
  ['a number', { type: 'number' }, 1, [wrongType('is a string', '1'), wrongType('is null', null)]],
  [
    'an array',
    { type: 'array' },
    ['x'],
    [
      wrongType('is an object', {}),
      wrongType('is its first item alone', 'x'),
      wrongType('is an empty string', ''),
      wrongType('is null', null),
    ],
  ],
  [
    'an array of arrays, whose first item would be an array too',
    { type: 'array' },
    [['x']],
    [
      wrongType('is an object', {}),
      wrongType('is its first item alone', 'text'),
      wrongType('is an empty string', ''),
      wrongType('is null', null),
      ['/a/0', 'type', 'is no array, like all beside it', ['x']],
    ],
  ],
  [
    'an object',
    { type: 'object' },
    { b: 1 },
    [
      wrongType('is a string', '{"b":1}'),
      wrongType('is true', true),
      wrongType('is an array around the object', [{ b: 1 }]),
      wrongType('is an empty array', []),
      wrongType('is false', false),
      wrongType('is an empty string', ''),
      wrongType('is null', null),
    ],
  ],
  [
    'an enum',
    { enum: ['Ab', 'A'] },
    'Ab',
    [
      ['/a', 'enum', 'is "ab"', 'ab'],
      ['/a', 'enum', 'is "Abx"', 'Abx'],
      ['/a', 'enum', 'is " Ab"', ' Ab'],
      ['/a', 'enum', 'is ""', ''],
    ],
  ],
  [
    'an enum in small letters',
    { enum: ['ab'] },
    'ab',
    [
      ['/a', 'enum', 'is "AB"', 'AB'],
      ['/a', 'enum', 'is "abx"', 'abx'],
      ['/a', 'enum', 'is "a"', 'a'],
      ['/a', 'enum', 'is " ab"', ' ab'],
      ['/a', 'enum', 'is ""', ''],
    ],
  ],
  ['an enum of numbers', { enum: [1] }, 1, []],
  ['a least length', { minLength: 2 }, 'xy', [['/a', 'minLength', 'has 1 character', 'x']]],
  ['no least length', { minLength: 0 }, 'xy', []],
  [
    'a greatest length, in code points',
    { maxLength: 2 },
    'x',
    [
      ['/a', 'maxLength', 'has 3 characters', 'xxx'],
      ['/a', 'maxLength', 'has 3 code points beyond the BMP', '🔑🔑🔑'],
      ['/a', 'maxLength', 'has 4 code points in 2 graphemes', 'e\u0301e\u0301'],
    ],
  ],
  [
    'a least number',
    { minimum: 3 },
    3,
    [
      ['/a', 'minimum', 'is 2', 2],
      ['/a', 'minimum', 'is -1', -1],
    ],
  ],
  ['a least number of 0', { minimum: 0 }, 3, [['/a', 'minimum', 'is -1', -1]]],
  ['a greatest number', { maximum: 3 }, 3, [['/a', 'maximum', 'is 4', 4]]],
  ['a least number of items', { minItems: 2 }, [1, 2, 3], [['/a', 'minItems', 'has 1 item', [1]]]],
  ['a greatest number of items', { maxItems: 2 }, [1, 2], [['/a', 'maxItems', 'has 3 items', [1, 1, 1]]]],
  ['a format', { format: 'uuid' }, 'x', [['/a', 'format', 'is "not-a-uuid"', 'not-a-uuid']]],
  ['a required member', { required: ['b', 'c'] }, { b: 1, d: 1 }, [['/a/b', 'required', 'is missing', { d: 1 }]]],
  [
    'a later item, of which the first mistake is a missing member',
    { items: { required: ['b'], properties: { b: { type: 'boolean' } } } },
    [{ b: true }],
    [
      ['/a/1/b', 'required', 'is missing, the ones before it being right', [{ b: true }, {}]],
      ['/a/0/b', 'required', 'is missing, the ones after it being right', [{}, { b: true }]],
      ['/a/0/b', 'required', 'is missing', [{}]],
      ['/a/0/b', 'type', 'is a string', [{ b: 'true' }]],
      ['/a/0/b', 'type', 'is a number', [{ b: 1 }]],
      ['/a/0/b', 'type', 'is null', [{ b: null }]],
    ],
  ],
  [
    'another member of a map',
    { additionalProperties: { type: 'number' } },
    { one: 1 },
    [
      ['/a/another', 'type', 'is a string, the ones before it being right', { one: 1, another: '1' }],
      ['/a/another', 'type', 'is a string, the ones after it being right', { another: '1', one: 1 }],
      ['/a/one', 'type', 'is a string', { one: '1' }],
      ['/a/one', 'type', 'is null', { one: null }],
    ],
  ],
])('%s is broken in these ways', (_, schema, value, want) => {
  expect(mistakes(schema, value).toSorted()).toEqual(want.toSorted());
});

test('the whole body has no type errors, for a body that is no object is a case of its own', () => {
  const [root] = placesOf({}, 1);
  if (root) expect([...breaches({}, { a: 1 }, root)]).toEqual([]);
  expect(root?.path).toEqual([]);
});

/** The edges of a value that has to be taken, as the schema and the example give them. */
function edges(schema: JsonObject, value: unknown): unknown[][] {
  return placesOf(schema, value)
    .filter(({ path }) => path.length === 1)
    .flatMap((place) => [...boundaries(place)])
    .map(({ keyword, what, openStatus, value: make }) => {
      const made = make(value);
      return [keyword, what, openStatus, typeof made === 'string' ? [...made].length : made];
    });
}

test.each<[string, JsonObject, unknown, unknown[][]]>([
  ['a value of which the schema says nothing', {}, 'x', []],
  [
    'lengths',
    { minLength: 1, maxLength: 3 },
    'x',
    [
      ['minLength', 'has 1 character', undefined, 1],
      ['minLength', 'has 1 code points beyond the BMP', undefined, 1],
      ['minLength', 'is blank', undefined, 1],
      ['minLength', 'is "0"', undefined, 1],
      ['maxLength', 'has 3 characters', undefined, 3],
      ['maxLength', 'has 3 code points beyond the BMP', undefined, 3],
    ],
  ],
  [
    'a length of what has to be unique, which may be taken already',
    { maxLength: 1, 'x-unique': true },
    'x',
    [
      ['maxLength', 'has 1 character', 409, 1],
      ['maxLength', 'has 1 code points beyond the BMP', 409, 1],
    ],
  ],
  [
    'a least length that one character does not have',
    { minLength: 2 },
    'xy',
    [
      ['minLength', 'has 2 characters', undefined, 2],
      ['minLength', 'has 2 code points beyond the BMP', undefined, 2],
      ['minLength', 'is blank', undefined, 2],
    ],
  ],
  [
    'a name without a greatest length',
    { type: 'string', 'x-unique': true },
    'x',
    [['type', 'has 200 characters', 422, 200]],
  ],
  ['an address, whose length its format says', { type: 'string', format: 'email', 'x-unique': true }, 'x', []],
  ['what a fixture says', { minLength: 1, 'x-fixture': 'provider' }, 'x', []],
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
  ['the least number of items', { minItems: 1 }, ['x'], [['minItems', 'has 1 item', undefined, ['x']]]],
  ['more than the least number of items', { minItems: 1 }, ['x', 'y'], []],
])('%s: these edges are tried', (_, schema, value, want) => {
  expect(edges(schema, value)).toEqual(want);
});

test('a string is open where the document only shows values of it', () => {
  const open = (schema: JsonObject, value: unknown) => openStrings(placesOf(schema, value)).length === 1;
  expect(open({ examples: ['x'] }, 'x')).toBe(true);
  expect(open({}, 'x')).toBe(false);
  expect(open({ examples: [1] }, 1)).toBe(false);
  for (const keyword of ['enum', 'const', 'format', 'pattern'])
    expect(open({ examples: ['x'], [keyword]: 'x' }, 'x'), keyword).toBe(false);
});

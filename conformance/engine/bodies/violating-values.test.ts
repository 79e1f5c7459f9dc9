import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/contract/json.ts';
import { places } from './body-places.ts';
import { invalidBodies } from './violating-values.ts';

/**
 * Every value inside the body `{"a": value}`, with its path and its schema; `schema` is the schema of the property `a`.
 */
function placesOf(schema: JsonObject, value: unknown) {
  return [...places({}, { type: 'object', properties: { a: schema } }, { a: value })];
}

/** The violations of the property `a` and of the values inside it, each with the invalid value. */
function violationsOf(schema: JsonObject, value: unknown): unknown[][] {
  return placesOf(schema, value)
    .filter(({ path }) => path.length > 0)
    .flatMap((place) => [...invalidBodies({}, { a: value }, place)])
    .map(({ pointer, keyword, what, body }) => [pointer, keyword, what, (body as JsonObject).a]);
}

const wrongType = (what: string, value: unknown) => ['/a', 'type', what, value];

test.each<[string, JsonObject, unknown, unknown[][]]>([
  ['a value without constraints', {}, 'x', []],
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
    [
      wrongType('is a string', 'true'),
      wrongType('is a number', 1),
      wrongType('is 0', 0),
      wrongType('is an empty string', ''),
      wrongType('is null', null),
    ],
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
      wrongType('is an empty string', ''),
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
      wrongType('is only the first item of the array', 'x'),
      wrongType('is an empty string', ''),
      wrongType('is null', null),
    ],
  ],
  [
    'an array of arrays',
    { type: 'array' },
    [['x']],
    [
      wrongType('is an object', {}),
      wrongType('is only the first item of the array', 'text'),
      wrongType('is an empty string', ''),
      wrongType('is null', null),
      ['/a/0', 'type', 'is not an array, like all other items', ['x']],
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
      ['/a', 'enum', 'is 0', 0],
      ['/a', 'enum', 'is "ab"', 'ab'],
      ['/a', 'enum', 'is "Abx"', 'Abx'],
      ['/a', 'enum', 'is " Ab"', ' Ab'],
      ['/a', 'enum', 'is ""', ''],
    ],
  ],
  [
    'an enum in lower case',
    { enum: ['ab'] },
    'ab',
    [
      ['/a', 'enum', 'is 0', 0],
      ['/a', 'enum', 'is "AB"', 'AB'],
      ['/a', 'enum', 'is "abx"', 'abx'],
      ['/a', 'enum', 'is "a"', 'a'],
      ['/a', 'enum', 'is " ab"', ' ab'],
      ['/a', 'enum', 'is ""', ''],
    ],
  ],
  ['an enum of numbers', { enum: [1] }, 1, []],
  ['a minimum length', { minLength: 2 }, 'xy', [['/a', 'minLength', 'has 1 character', 'x']]],
  ['a minimum length of 0', { minLength: 0 }, 'xy', []],
  [
    'a maximum length in code points',
    { maxLength: 2 },
    'x',
    [
      ['/a', 'maxLength', 'has 3 characters', 'xxx'],
      ['/a', 'maxLength', 'has 3 code points beyond the BMP', '🔑🔑🔑'],
      ['/a', 'maxLength', 'has 3 characters, most of them spaces at the end', 'x  '],
      ['/a', 'maxLength', 'has 4 code points in 2 graphemes', 'e\u0301e\u0301'],
    ],
  ],
  [
    'a minimum',
    { minimum: 3 },
    3,
    [
      ['/a', 'minimum', 'is 2', 2],
      ['/a', 'minimum', 'is -1', -1],
    ],
  ],
  ['a minimum of 0', { minimum: 0 }, 3, [['/a', 'minimum', 'is -1', -1]]],
  ['a maximum', { maximum: 3 }, 3, [['/a', 'maximum', 'is 4', 4]]],
  ['a minimum number of items', { minItems: 2 }, [1, 2, 3], [['/a', 'minItems', 'has 1 item', [1]]]],
  ['a maximum number of items', { maxItems: 2 }, [1, 2], [['/a', 'maxItems', 'has 3 items', [1, 1, 1]]]],
  ['a format', { format: 'uuid' }, 'x', [['/a', 'format', 'is "not-a-uuid"', 'not-a-uuid']]],
  ['a required property', { required: ['b', 'c'] }, { b: 1, d: 1 }, [['/a/b', 'required', 'is missing', { d: 1 }]]],
  [
    'an additional item without a required property',
    { items: { required: ['b'], properties: { b: { type: 'boolean' } } } },
    [{ b: true }],
    [
      ['/a/1/b', 'required', 'is missing, after valid items', [{ b: true }, {}]],
      ['/a/0/b', 'required', 'is missing, before valid items', [{}, { b: true }]],
      ['/a/0/b', 'required', 'is missing', [{}]],
      ['/a/0/b', 'type', 'is a string', [{ b: 'true' }]],
      ['/a/0/b', 'type', 'is a number', [{ b: 1 }]],
      ['/a/0/b', 'type', 'is null', [{ b: null }]],
    ],
  ],
  [
    'an additional entry of a map',
    { additionalProperties: { type: 'number' } },
    { one: 1 },
    [
      ['/a/another', 'type', 'is a string, after valid entries', { one: 1, another: '1' }],
      ['/a/another', 'type', 'is a string, before valid entries', { another: '1', one: 1 }],
      ['/a/one', 'type', 'is a string', { one: '1' }],
      ['/a/one', 'type', 'is null', { one: null }],
    ],
  ],
])('makes values that violate each constraint in the schema of %s', (_, schema, value, want) => {
  expect(violationsOf(schema, value).toSorted()).toEqual(want.toSorted());
});

test('makes only bodies that are objects, since other cases test bodies that are not objects', () => {
  const [root] = placesOf({}, 1);
  if (root) expect([...invalidBodies({}, { a: 1 }, root)]).toEqual([]);
  expect(root?.path).toEqual([]);
});

import { expect, test } from 'vitest';
import { brief, isObject } from './json.ts';
import { dottedPath, valueAt } from './json-pointer.ts';

test.each([
  [undefined, 'nothing'],
  [null, 'null'],
  [0, '0'],
  [[], 'an empty array'],
  [[1, 2, 3], 'an array of 3'],
  [{}, 'an object'],
  ['a "b"', '"a \\"b\\""'],
  ['x'.repeat(40), `"${'x'.repeat(40)}"`],
  ['x'.repeat(41), 'a string of 41 characters'],
  ['🔑'.repeat(40), `"${'🔑'.repeat(40)}"`],
  ['x'.repeat(10_000), 'a string of 10000 characters'],
  ['x'.repeat(10_001), 'a string of 10001 UTF-16 units'],
  ['-----BEGIN PUBLIC KEY-----', 'a PEM block "PUBLIC KEY"'],
  ['-----BEGIN private key-----\nc2VjcmV0', 'a PEM block'],
  ['-----BEGIN', 'a PEM block'],
])('describes the value %j in a few characters', (value, words) => {
  expect(brief(value)).toBe(words);
});

test.each([
  [{}, true],
  [null, false],
  [[], false],
  ['', false],
])('decides whether %j is an object: %s', (value, want) => {
  expect(isObject(value)).toBe(want);
});

test('shortens long property names in a path for a message', () => {
  expect(dottedPath(['fields', '0', 'x'.repeat(80)])).toBe(`fields.0.${'x'.repeat(80)}`);
  expect(dottedPath(['x'.repeat(81)])).toBe(`${'x'.repeat(80)}…`);
});

test.each(['/a/b', '/none/b', '/n/b', '/s/length'])(
  'returns undefined for a JSON Pointer that is invalid or refers to no value: %s',
  (pointer) => {
    expect(valueAt({ a: {}, n: null, s: 'text' }, pointer)).toBeUndefined();
  },
);

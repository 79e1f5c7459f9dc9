import { expect, test } from 'vitest';
import { unknownPropertyViolations } from './unknown-properties.ts';

const schema = { properties: { label: {}, list: { items: { properties: { kind: {} } } } } };

test('returns each unknown property with its JSON Pointer, its value and a hint', () => {
  const body = { lable: 'x', list: [{ kind: 1 }, { kind: 1, note: [] }] };
  expect(unknownPropertyViolations({}, schema, body, 10)).toEqual([
    {
      in: 'body',
      keyword: 'additionalProperties',
      rules: [],
      pointer: '/lable',
      expected: 'no such property',
      actual: '"x"',
      detail: 'lable is an unknown property.',
      hint: '`lable` is not in the contract; did you mean `label`?',
    },
    {
      in: 'body',
      keyword: 'additionalProperties',
      rules: [],
      pointer: '/list/1/note',
      expected: 'no such property',
      actual: 'an empty array',
      detail: 'list.1.note is an unknown property.',
    },
  ]);
});

test('returns at most the given number of unknown properties', () => {
  expect(unknownPropertyViolations({}, schema, { a: 1, b: 1, c: 1 }, 2).map(({ pointer }) => pointer)).toEqual([
    '/a',
    '/b',
  ]);
});

import { expect, test } from 'vitest';
import { surplusViolations } from './surplus.ts';

const schema = { properties: { label: {}, list: { items: { properties: { kind: {} } } } } };

test('each member that the schema does not name is told with its place, its value and what was probably meant', () => {
  const body = { lable: 'x', list: [{ kind: 1 }, { kind: 1, note: [] }] };
  expect(surplusViolations({}, schema, body, 10)).toEqual([
    {
      in: 'body',
      keyword: 'additionalProperties',
      rules: [],
      pointer: '/lable',
      expected: 'no such member',
      actual: '"x"',
      detail: 'lable is no member that is known here.',
      hint: '`lable` is not in the contract; did you mean `label`?',
    },
    {
      in: 'body',
      keyword: 'additionalProperties',
      rules: [],
      pointer: '/list/1/note',
      expected: 'no such member',
      actual: 'an empty array',
      detail: 'list.1.note is no member that is known here.',
    },
  ]);
});

test('no more are told than were asked for', () => {
  expect(surplusViolations({}, schema, { a: 1, b: 1, c: 1 }, 2).map(({ pointer }) => pointer)).toEqual(['/a', '/b']);
});

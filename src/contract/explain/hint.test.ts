import { expect, test } from 'vitest';
import { violationsOf } from '../../../test/helpers/small-contract.ts';
import type { JsonObject } from '../json.ts';

/** Hints about the mistakes in an object, each with the JSON Pointer of the mistake. */
function hints(schema: JsonObject, value: unknown): (readonly [string, string | undefined])[] {
  return violationsOf({ type: 'object', ...schema }, value).map(({ pointer, hint }) => [pointer, hint]);
}

const mistaken = (name: string) => ({ 'x-mistaken': [{ name, rule: 'D51' }] });
const garbage = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`unknown-${index}`, 0]));

test.each<[string, JsonObject, unknown, string, string | undefined]>([
  [
    'an unknown property that is spelt like the missing one',
    { required: ['label'], properties: { label: {} } },
    { lable: 1 },
    '/label',
    '`lable` is not in the contract; did you mean `label`?',
  ],
  [
    'no known property in place of the missing one',
    { required: ['label'], properties: { label: {}, labels: {} } },
    { labels: 1 },
    '/label',
    undefined,
  ],
  [
    'no name from x-mistaken that was not sent',
    { required: ['label'], properties: { label: mistaken('name') } },
    { colour: 1 },
    '/label',
    undefined,
  ],
  [
    'no property of a map',
    { required: ['label'], properties: { label: {} }, additionalProperties: { type: 'integer' } },
    { lable: 1 },
    '/label',
    undefined,
  ],
  [
    'no property of a map that is declared in allOf',
    { required: ['label'], properties: { label: {} }, allOf: [{ additionalProperties: { type: 'integer' } }] },
    { lable: 1 },
    '/label',
    undefined,
  ],
  [
    'the twentieth unknown property',
    { required: ['label'], properties: { label: {} } },
    { ...Object.fromEntries(Object.entries(garbage).slice(1)), lable: 0 },
    '/label',
    '`lable` is not in the contract; did you mean `label`?',
  ],
  [
    'no unknown property after the twentieth',
    { required: ['label'], properties: { label: {} } },
    { ...garbage, lable: 0 },
    '/label',
    undefined,
  ],
  [
    'the second name from x-mistaken',
    { additionalProperties: false, properties: { label: { 'x-mistaken': [{ name: 'name' }, { name: 'title' }] } } },
    { title: 1 },
    '/title',
    '`title` is not in the contract; use `label`.',
  ],
  [
    'no property that was sent, too',
    { additionalProperties: false, properties: { label: mistaken('name') } },
    { name: 1, label: 1 },
    '/name',
    undefined,
  ],
  [
    'the value that x-mistaken names',
    { properties: { size: { enum: ['small', 'large'], 'x-mistaken': [{ value: 'XL', meant: 'large' }] } } },
    { size: 'XL' },
    '/size',
    '`XL` is not in the contract; use `large`.',
  ],
  [
    'no value if the enum has several and x-mistaken names none',
    { properties: { size: { enum: ['small', 'large'], 'x-mistaken': [{ value: 'XL' }] } } },
    { size: 'XL' },
    '/size',
    undefined,
  ],
  [
    'the nearest string of an enum',
    { properties: { size: { enum: [1, null, 'large'] } } },
    { size: 'Large' },
    '/size',
    '`Large` is not in the contract; use `large`.',
  ],
  [
    'nothing for a value that is not a string',
    { properties: { size: { enum: ['1'] } } },
    { size: 1 },
    '/size',
    undefined,
  ],
])('suggests %s', (_, schema, value, pointer, hint) => {
  expect(hints(schema, value)).toEqual([[pointer, hint]]);
});

test('returns the description and the hint that a string format defines for a rejected string', () => {
  const even = {
    validate: (text: string) => text.length % 2 === 0,
    expected: 'an even number of letters',
    hint: () => 'The number of letters is odd.',
  };
  const [found] = violationsOf({ type: 'string', format: 'even' }, 'abc', { even });
  expect(found).toMatchObject({ keyword: 'format', expected: even.expected, hint: even.hint() });
});

import { expect, test } from 'vitest';
import { violationsOf } from '../../../test/helpers/small-contract.ts';
import type { JsonObject } from '../json.ts';

/** The hints for an object, each with the place that it is about. */
function hints(schema: JsonObject, value: unknown): (readonly [string, string | undefined])[] {
  return violationsOf({ type: 'object', ...schema }, value).map(({ pointer, hint }) => [pointer, hint]);
}

const mistaken = (name: string) => ({ 'x-mistaken': [{ name, rule: 'D51' }] });
const garbage = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`unknown-${index}`, 0]));

test.each<[string, JsonObject, unknown, string, string | undefined]>([
  [
    'a missing member is probably the unknown one that is spelt alike',
    { required: ['label'], properties: { label: {} } },
    { lable: 1 },
    '/label',
    '`lable` is not in the contract; did you mean `label`?',
  ],
  [
    'a member that the contract knows is no misspelling of another',
    { required: ['label'], properties: { label: {}, labels: {} } },
    { labels: 1 },
    '/label',
    undefined,
  ],
  [
    'a name that is often mistaken is told only where it was sent',
    { required: ['label'], properties: { label: mistaken('name') } },
    { colour: 1 },
    '/label',
    undefined,
  ],
  [
    'a map may have members of any name',
    { required: ['label'], properties: { label: {} }, additionalProperties: { type: 'integer' } },
    { lable: 1 },
    '/label',
    undefined,
  ],
  [
    'a map is one also where a part of allOf says so',
    { required: ['label'], properties: { label: {} }, allOf: [{ additionalProperties: { type: 'integer' } }] },
    { lable: 1 },
    '/label',
    undefined,
  ],
  [
    'of unknown members the first twenty are looked at: the twentieth is',
    { required: ['label'], properties: { label: {} } },
    { ...Object.fromEntries(Object.entries(garbage).slice(1)), lable: 0 },
    '/label',
    '`lable` is not in the contract; did you mean `label`?',
  ],
  [
    'of unknown members the first twenty are looked at: the next is not',
    { required: ['label'], properties: { label: {} } },
    { ...garbage, lable: 0 },
    '/label',
    undefined,
  ],
  [
    'each name that a member is mistaken for is known',
    { additionalProperties: false, properties: { label: { 'x-mistaken': [{ name: 'name' }, { name: 'title' }] } } },
    { title: 1 },
    '/title',
    '`title` is not in the contract; it is `label`.',
  ],
  [
    'a surplus member is not taken for one that is there as well',
    { additionalProperties: false, properties: { label: mistaken('name') } },
    { name: 1, label: 1 },
    '/name',
    undefined,
  ],
  [
    'a mistaken value says which of several was meant',
    { properties: { size: { enum: ['small', 'large'], 'x-mistaken': [{ value: 'XL', meant: 'large' }] } } },
    { size: 'XL' },
    '/size',
    '`XL` is not in the contract; it is `large`.',
  ],
  [
    'a mistaken value of several, of which none is named, tells nothing',
    { properties: { size: { enum: ['small', 'large'], 'x-mistaken': [{ value: 'XL' }] } } },
    { size: 'XL' },
    '/size',
    undefined,
  ],
  [
    'a misspelt value is held against the texts of an enum alone',
    { properties: { size: { enum: [1, null, 'large'] } } },
    { size: 'Large' },
    '/size',
    '`Large` is not in the contract; it is `large`.',
  ],
  ['a value that is no text has no hint', { properties: { size: { enum: ['1'] } } }, { size: 1 }, '/size', undefined],
])('%s', (_, schema, value, pointer, hint) => {
  expect(hints(schema, value)).toEqual([[pointer, hint]]);
});

test('shows the hint of a format', () => {
  const formats = {
    even: { validate: (text: string) => text.length % 2 === 0, hint: () => 'It has a letter too many.' },
  };
  const [found] = violationsOf({ type: 'string', format: 'even' }, 'abc', formats);
  expect(found).toMatchObject({ keyword: 'format', hint: 'It has a letter too many.' });
});

import { expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { deprecatedMembers, deprecationOf } from './deprecated.ts';

const old = { deprecated: true };
const document = {
  components: {
    schemas: {
      Old: { ...old, 'x-deprecated-at': '2026-01-15' },
      Tree: { properties: { next: { $ref: '#/components/schemas/Tree' }, name: {} } },
    },
  },
};

/** Where a value uses what the schema calls deprecated; undefined where the schema calls nothing so. */
const uses = (schema: JsonObject, value: unknown) =>
  deprecatedMembers(document, schema)?.(value).map(({ pointer }) => pointer);

test.each<[string, JsonObject, unknown, string[] | undefined]>([
  ['a member', { properties: { a: old, b: {} } }, { a: 1, b: 1 }, ['/a']],
  ['a member that was not sent', { properties: { a: old, b: {} } }, { b: 1 }, []],
  [
    'a member of an item',
    { properties: { list: { items: { properties: { a: old } } } } },
    { list: [{}, { a: 1 }] },
    ['/list/1/a'],
  ],
  ['a member behind a reference', { properties: { a: { $ref: '#/components/schemas/Old' } } }, { a: 1 }, ['/a']],
  ['a part of allOf', { allOf: [{}, { properties: { a: old } }] }, { a: 1 }, ['/a']],
  [
    'a schema without any',
    { properties: { a: { deprecated: false }, b: { enum: [null, true] } } },
    { a: 1 },
    undefined,
  ],
  ['a schema that refers to itself, without any', { $ref: '#/components/schemas/Tree' }, { next: {} }, undefined],
  ['a reference to nothing', { $ref: '#/components/schemas/None' }, {}, undefined],
])('%s', (_, schema, value, want) => {
  expect(uses(schema, value)).toEqual(want);
});

test('of a large value the first twenty uses are told', () => {
  const value = Array.from({ length: 30 }, () => ({ a: 1 }));
  expect(uses({ items: { properties: { a: old } } }, value)).toHaveLength(20);
});

test('since when is a date, where the document gives one', () => {
  expect(deprecationOf({ ...old, 'x-deprecated-at': '2026-01-15' })?.since?.toISOString()).toBe(
    '2026-01-15T00:00:00.000Z',
  );
  expect(deprecationOf(old)).toEqual({ since: undefined });
  expect(deprecationOf({ deprecated: 'yes' })).toBeUndefined();
  const [use] =
    deprecatedMembers(document, { properties: { a: { $ref: '#/components/schemas/Old' } } })?.({ a: 1 }) ?? [];
  expect(use?.since).toEqual(new Date('2026-01-15'));
});

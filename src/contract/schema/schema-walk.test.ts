import { expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { pruner } from './prune.ts';
import { chain, child, isClosed, memberNames, rulesAt, schemaAt, undocumented } from './schema-walk.ts';

const nodesOf = (schema: JsonObject) => chain({}, schema);

test.each<[string, JsonObject, boolean]>([
  ['names its properties', { properties: {} }, true],
  ['allows no others', { additionalProperties: false }, true],
  ['is a map', { additionalProperties: {} }, true],
  ['names a property in a part', { allOf: [{ properties: {} }] }, true],
  ['names no properties', { type: 'object' }, false],
  ['allows others', { properties: {}, additionalProperties: true }, false],
  ['allows others in a part', { properties: {}, allOf: [{ additionalProperties: true }] }, false],
  ...['anyOf', 'oneOf', 'if', 'patternProperties', 'dependentSchemas', '$dynamicRef'].map(
    (keyword): [string, JsonObject, boolean] => [
      `may name properties in ${keyword}`,
      { properties: {}, [keyword]: {} },
      false,
    ],
  ),
])('decides whether a schema that %s forbids unknown properties: %j %s', (_, schema, want) => {
  expect(isClosed({}, nodesOf(schema))).toBe(want);
});

test('finds the schema of an array item only if the token of the JSON Pointer is a number', () => {
  const array = nodesOf({ items: { title: 'item' } });
  expect(child({}, array, '0')).toEqual([{ title: 'item' }]);
  expect(child({}, array, '12')).toEqual([{ title: 'item' }]);
  for (const name of ['length', '1a', 'a1', '']) expect(child({}, array, name), name).toBeUndefined();
  expect(child({}, nodesOf({ items: true }), '0')).toBeUndefined();
  expect(child({}, nodesOf({}), '0')).toBeUndefined();
});

test('returns the schemas of a property from all allOf parts', () => {
  const nodes = nodesOf({
    properties: { a: { type: 'string' } },
    allOf: [{ properties: { a: { minLength: 1 }, b: {} } }],
  });
  expect(child({}, nodes, 'a')).toEqual([{ type: 'string' }, { minLength: 1 }]);
  expect(memberNames({}, nodes)).toEqual(['a', 'b']);
  expect(memberNames({}, nodesOf({}))).toEqual([]);
});

test('returns undefined for a part of a value that the schema does not describe', () => {
  expect(schemaAt({}, { properties: { a: {} } }, ['b', 'c'])).toBeUndefined();
  expect(schemaAt({}, { properties: { a: {} } }, [])).toEqual([{ properties: { a: {} } }]);
});

test('returns the rules of the deepest schema that has rules for the keyword', () => {
  const rule = (id: string) => ({ 'x-rules': [{ id, basis: 'decided' }] });
  const schema = { ...rule('D01'), properties: { a: { ...rule('D02'), properties: { b: {} } }, c: {} } };
  expect(rulesAt({}, schema, ['a', 'b'], 'type')).toEqual(['D02']);
  expect(rulesAt({}, schema, ['c'], 'type')).toEqual(['D01']);
  expect(rulesAt({}, schema, ['none', 'deeper'], 'type')).toEqual(['D01']);
  expect(rulesAt({}, {}, ['a'], 'type')).toEqual([]);
});

test.each([null, 'text', 1, undefined])('finds no undocumented property if the schema is %j', (value) => {
  expect([...undocumented({}, { properties: { a: {} } }, value)]).toEqual([]);
  expect([...undocumented({}, { properties: { a: { properties: {} } } }, { a: value })]).toEqual([]);
});

test.each<[JsonObject, unknown]>([
  [{ properties: { a: {} } }, { a: 1 }],
  [{ properties: { a: {} } }, {}],
  [{ items: { properties: { a: {} } } }, [{ a: 1 }, { a: 2 }]],
  [{ items: { properties: { a: {} } } }, []],
  [{ properties: { a: { items: { properties: { b: {} } } } } }, { a: [{ b: 1 }] }],
  [{ properties: { a: { properties: { b: {} } } } }, { a: null }],
  [{ properties: { a: {} } }, null],
  [{ properties: { a: {} } }, 'text'],
])('returns the value unchanged if the schema %j allows all properties: %j', (schema, value) => {
  expect(pruner({}, schema)(value)).toBe(value);
});

test('keeps an array item without unknown properties unchanged if it removes unknown properties from another item', () => {
  const value = [{ a: 1 }, { a: 2, x: 1 }];
  const kept = pruner({}, { items: { properties: { a: {} } } })(value);
  expect(kept).toEqual([{ a: 1 }, { a: 2 }]);
  expect((kept as unknown[])[0]).toBe(value[0]);
});

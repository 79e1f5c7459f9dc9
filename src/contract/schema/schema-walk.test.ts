import { expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { pruner } from './prune.ts';
import { chain, child, isClosed, memberNames, rulesAt, schemaAt, undocumented } from './schema-walk.ts';

const nodesOf = (schema: JsonObject) => chain({}, schema);

test.each<[string, JsonObject, boolean]>([
  ['names its members', { properties: {} }, true],
  ['allows no others', { additionalProperties: false }, true],
  ['is a map', { additionalProperties: {} }, true],
  ['names a member in a part', { allOf: [{ properties: {} }] }, true],
  ['says nothing of members', { type: 'object' }, false],
  ['allows others', { properties: {}, additionalProperties: true }, false],
  ['allows others in a part', { properties: {}, allOf: [{ additionalProperties: true }] }, false],
  ...['anyOf', 'oneOf', 'if', 'patternProperties', 'dependentSchemas', '$dynamicRef'].map(
    (keyword): [string, JsonObject, boolean] => [
      `may name members in ${keyword}`,
      { properties: {}, [keyword]: {} },
      false,
    ],
  ),
])('an object schema that %s lists its members: %j %s', (_, schema, want) => {
  expect(isClosed({}, nodesOf(schema))).toBe(want);
});

test('items have numbers, members have names', () => {
  const array = nodesOf({ items: { title: 'item' } });
  expect(child({}, array, '0')).toEqual([{ title: 'item' }]);
  expect(child({}, array, '12')).toEqual([{ title: 'item' }]);
  for (const name of ['length', '1a', 'a1', '']) expect(child({}, array, name), name).toBeUndefined();
  expect(child({}, nodesOf({ items: true }), '0')).toBeUndefined();
  expect(child({}, nodesOf({}), '0')).toBeUndefined();
});

test('a member that two parts name has what both say', () => {
  const nodes = nodesOf({
    properties: { a: { type: 'string' } },
    allOf: [{ properties: { a: { minLength: 1 }, b: {} } }],
  });
  expect(child({}, nodes, 'a')).toEqual([{ type: 'string' }, { minLength: 1 }]);
  expect(memberNames({}, nodes)).toEqual(['a', 'b']);
  expect(memberNames({}, nodesOf({}))).toEqual([]);
});

test('there is no schema where the document says nothing of a place', () => {
  expect(schemaAt({}, { properties: { a: {} } }, ['b', 'c'])).toBeUndefined();
  expect(schemaAt({}, { properties: { a: {} } }, [])).toEqual([{ properties: { a: {} } }]);
});

test('the rules behind a keyword are those of the deepest schema that names any', () => {
  const rule = (id: string) => ({ 'x-rules': [{ id, basis: 'decided' }] });
  const schema = { ...rule('D01'), properties: { a: { ...rule('D02'), properties: { b: {} } }, c: {} } };
  expect(rulesAt({}, schema, ['a', 'b'], 'type')).toEqual(['D02']);
  expect(rulesAt({}, schema, ['c'], 'type')).toEqual(['D01']);
  expect(rulesAt({}, schema, ['none', 'deeper'], 'type')).toEqual(['D01']);
  expect(rulesAt({}, {}, ['a'], 'type')).toEqual([]);
});

test.each([null, 'text', 1, undefined])('%j has no members that could be undocumented', (value) => {
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
])('pruning by %j returns what loses nothing itself: %j', (schema, value) => {
  expect(pruner({}, schema)(value)).toBe(value);
});

test('pruning keeps what was whole, beside what was not', () => {
  const value = [{ a: 1 }, { a: 2, x: 1 }];
  const kept = pruner({}, { items: { properties: { a: {} } } })(value);
  expect(kept).toEqual([{ a: 1 }, { a: 2 }]);
  expect((kept as unknown[])[0]).toBe(value[0]);
});

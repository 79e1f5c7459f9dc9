import { expect, test } from 'vitest';
import { parseYaml } from './yaml.ts';

test.each([
  ['{"a": [1, null, true]}', { a: [1, null, true] }],
  ['a: 2026-01-15', { a: '2026-01-15' }],
  ['b: &b {x: 1}\nc: {<<: *b, y: 2}', { b: { x: 1 }, c: { x: 1, y: 2 } }],
])('parses %j to a JSON value', (text, want) => {
  expect(parseYaml(text)).toEqual(want);
});

test('reports the line and column of a mistake, starting at 1', () => {
  expect(() => parseYaml('a: 1\nb: [')).toThrow(/ at line 2, column 5\.$/);
  expect(() => parseYaml('a: 1\na: 2')).toThrow(/duplicated mapping key at line 2, column 1\.$/);
});

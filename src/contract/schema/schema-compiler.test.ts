import { expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { SchemaCompiler } from './schema-compiler.ts';

/** Schema of an object whose property `next` refers to the schema itself, in both branches of the given keyword. */
function recursive(keyword: 'allOf' | 'anyOf' | 'oneOf'): JsonObject {
  const branch = (name: string) => ({ required: [name], properties: { next: { $ref: '#/Node' } } });
  return { Node: { type: ['object', 'string'], [keyword]: [branch('a'), branch('b')] } };
}

function nested(depth: number): unknown {
  let value: unknown = { a: 1, b: 1 };
  for (let level = 0; level < depth; level++) value = { a: 1, b: 1, next: value };
  return value;
}

test.each(['allOf', 'oneOf'] as const)('ends a validation whose work grows exponentially: %s', (keyword) => {
  const check = new SchemaCompiler(recursive(keyword), false).at('/Node');
  for (const thorough of [false, true])
    expect(check(nested(500), thorough)).toMatchObject([{ keyword: 'validation-work', instancePath: '' }]);
  expect(check({ a: 1, b: 1 }, true).map((error) => error.keyword)).toEqual(keyword === 'oneOf' ? ['oneOf'] : []);
});

test('ends the evaluation of a large pattern for long texts', () => {
  const document = { List: { items: { pattern: '^(?:[a-z]{1,900}-?)*$' } } };
  const check = new SchemaCompiler(document, false).at('/List');
  expect(check(['a'.repeat(100)], true)).toEqual([]);
  for (const texts of [['a'.repeat(500_000)], Array(1000).fill('a'.repeat(500))])
    expect(check(texts, false)).toMatchObject([{ keyword: 'validation-work' }]);
});

test('validates a large value if the number of calls of validation functions is proportional to the size of the value', () => {
  const document = {
    List: { items: { $ref: '#/Item' } },
    Item: { allOf: [{ $ref: '#/Part' }], type: 'object' },
    Part: {},
  };
  const check = new SchemaCompiler(document, false).at('/List');
  const items = Array.from({ length: 300_000 }, () => ({}));
  expect(check(items, false)).toEqual([]);
  expect(check([...items, 1], false)).toMatchObject([{ keyword: 'type', instancePath: '/300000' }]);
});

test.each<[unknown[], number[] | undefined]>([
  [[1, '1', true, null, [1], { a: 1 }, [[1]], { a: 2 }], undefined],
  [
    [1, 2, 1],
    [0, 2],
  ],
  [
    [
      { a: 1, b: { c: 1, d: 2 } },
      { b: { d: 2, c: 1 }, a: 1 },
    ],
    [0, 1],
  ],
  [
    [
      [1, 2],
      [2, 1],
    ],
    undefined,
  ],
])('finds the equal items of %j', (items, equal) => {
  const check = new SchemaCompiler({ List: { uniqueItems: true } }, false).at('/List');
  const found = check(items, true).map(({ keyword, params }) => [keyword, params.j, params.i]);
  expect(found).toEqual(equal ? [['uniqueItems', ...equal]] : []);
});

test('compares the items of a long list in linear time', () => {
  const check = new SchemaCompiler({ List: { uniqueItems: true } }, false).at('/List');
  const items = Array.from({ length: 100_000 }, (_, a) => ({ a }));
  expect(check(items, false)).toEqual([]);
  expect(check([...items, { a: 0 }], false)).toMatchObject([{ keyword: 'uniqueItems' }]);
});

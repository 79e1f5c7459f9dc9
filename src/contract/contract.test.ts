import { describe, expect, test } from 'vitest';
import { Contract } from './contract.ts';
import { expandPath } from './document/path-template.ts';
import type { JsonObject } from './json.ts';
import { append, fromFragment, toFragment, tokens, valueAt } from './json-pointer.ts';
import { createFaker, generate } from './sample/generate.ts';
import { pruner } from './schema/prune.ts';
import { undocumented } from './schema/schema-walk.ts';

/** Creates a contract with one schema, which has the name `A`. */
function contractOf(schema: JsonObject): Contract {
  const root = { openapi: '3.1.0', paths: {}, components: { schemas: { A: schema } } };
  return new Contract({ root, title: '', version: '', sha256: '', path: '', trusted: false });
}

function violations(schema: JsonObject, value: unknown) {
  const contract = contractOf(schema);
  return contract.validator(
    { schema: { $ref: '#/components/schemas/A' }, pointer: '/components/schemas/A' },
    'body',
  )(value);
}

describe('JSON Pointer (RFC 6901)', () => {
  test('escapes the tokens of a JSON Pointer, and splits the pointer into the same tokens again', () => {
    const pointer = append('', 'a/b', 'm~n', '{x}', 0);
    expect(pointer).toBe('/a~1b/m~0n/{x}/0');
    expect(tokens(pointer)).toEqual(['a/b', 'm~n', '{x}', '0']);
    expect(fromFragment(toFragment(pointer))).toBe(pointer);
    expect(valueAt({ 'a/b': { 'm~n': { '{x}': ['here'] } } }, pointer)).toBe('here');
    expect(valueAt({}, '/constructor')).toBeUndefined();
  });
});

describe('path templates', () => {
  test('encodes each path parameter as one segment of the path', () => {
    expect(expandPath('/a/{id}/b', { id: 'x/../y z' })).toBe('/a/x%2F..%2Fy%20z/b');
    expect(() => expandPath('/a/{id}', {})).toThrow(/no value for id/);
  });
});

describe('validator', () => {
  test('returns the JSON Pointer, the rule, the expected and the actual value of each violation', () => {
    const schema = {
      type: 'object',
      required: ['label', 'kind'],
      'x-rules': [{ id: 'D01', basis: 'documented', for: ['required', 'type'] }],
      properties: {
        label: { type: 'string', maxLength: 3, 'x-rules': [{ id: 'D02', basis: 'decided', for: ['maxLength'] }] },
        kind: { enum: ['a', 'b'] },
        count: { type: 'integer' },
      },
    };
    expect(violations(schema, { label: 'long', count: '1' })).toMatchObject([
      { pointer: '/kind', keyword: 'required', rules: ['D01'], expected: 'the property kind', actual: 'nothing' },
      { pointer: '/label', keyword: 'maxLength', rules: ['D02'], expected: 'at most 3 characters', actual: '"long"' },
      { pointer: '/count', keyword: 'type', rules: ['D01'], expected: 'an integer', actual: '"1"' },
    ]);
  });

  test('returns a hint about a mistaken name or value, from `x-mistaken` or else from the similar spelling', () => {
    const schema = {
      type: 'object',
      required: ['label'],
      additionalProperties: false,
      properties: {
        label: { 'x-mistaken': [{ name: 'name', rule: 'D51' }] },
        kind: { enum: ['RS256'], 'x-mistaken': [{ value: 'RSA', rule: 'D52' }] },
        size: { const: 'large' },
      },
    };
    const hints = (value: object) => violations(schema, value).map(({ pointer, hint }) => [pointer, hint]);
    expect(hints({ name: 1, kind: 'RSA', size: 'lrge' })).toEqual([
      ['/label', '`name` is not in the contract; use `label` (D51).'],
      ['/name', '`name` is not in the contract; use `label` (D51).'],
      ['/kind', '`RSA` is not in the contract; use `RS256` (D52).'],
      ['/size', '`lrge` is not in the contract; did you mean `large`?'],
    ]);
    expect(violations({ ...schema, additionalProperties: true }, { name: 1 })[0]).not.toHaveProperty('hint');
    expect(hints({ label: 1, name: 1, kind: 'none' })).toEqual([
      ['/name', undefined],
      ['/kind', undefined],
    ]);
  });

  test('counts characters as Unicode code points (D45, D50)', () => {
    const schema = { type: 'string', maxLength: 2 };
    expect(violations(schema, '🔑🔑')).toEqual([]);
    expect(violations(schema, 'e\u0301e')).toHaveLength(1);
  });

  test('treats properties that a JavaScript object inherits as missing', () => {
    expect(violations({ type: 'object', required: ['toString'] }, {})).toHaveLength(1);
  });
});

describe('pruning', () => {
  const root = contractOf({
    type: 'object',
    properties: {
      a: { type: 'array', items: { type: 'object', properties: { b: {} } } },
      map: { additionalProperties: { type: 'object', properties: { c: {} } } },
      open: { type: 'object' },
    },
  }).root;

  test('removes the undocumented properties at every depth, and keeps the documented properties', () => {
    const value = JSON.parse(
      '{"a": [{"b": 1, "x": 1}], "map": {"__proto__": {"c": 1, "x": 1}}, "open": {"y": 1}, "x": 1}',
    );
    const kept = pruner(root, { $ref: '#/components/schemas/A' })(value);
    expect(JSON.stringify(kept)).toBe('{"a":[{"b":1}],"map":{"__proto__":{"c":1}},"open":{"y":1}}');
  });

  test('lists the paths of the undocumented properties at every depth', () => {
    const value = { a: [{ b: 1, x: 1 }], map: { k: { c: 1, x: 1 } }, open: { y: 1 }, x: 1 };
    const paths = [...undocumented(root, { $ref: '#/components/schemas/A' }, value)].map((path) => path.join('/'));
    expect(paths).toEqual(['a/0/x', 'map/k/x', 'x']);
  });
});

describe('a schema with allOf', () => {
  const { root } = contractOf({
    type: 'object',
    properties: { own: { type: 'object', properties: { a: {} } }, either: { oneOf: [{ properties: { b: {} } }] } },
    allOf: [
      { properties: { own: { properties: { b: {} } }, part: { type: 'object', properties: { c: {} } } } },
      { $ref: '#/components/schemas/A' },
    ],
  });
  const schema = { $ref: '#/components/schemas/A' };

  test('treats the properties of each allOf part as documented, and allows any property in a schema with oneOf or anyOf', () => {
    const value = { own: { a: 1, b: 1, x: 1 }, part: { c: 1, x: 1 }, either: { b: 1, y: 1 }, x: 1 };
    expect([...undocumented(root, schema, value)].map((path) => path.join('/'))).toEqual(['own/x', 'part/x', 'x']);
  });

  test('removes properties that no allOf part of the schema names', () => {
    const value = { own: { a: 1, b: 1 }, part: { c: 1, x: 1 }, either: { b: 1, y: 1 }, x: 1 };
    expect(pruner(root, schema)(value)).toEqual({ own: { a: 1, b: 1 }, part: { c: 1 }, either: { b: 1, y: 1 } });
  });
});

describe('generate', () => {
  const schema = {
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      mail: { type: 'string', format: 'email' },
      at: { type: 'string', format: 'date-time' },
      name: { type: 'string', minLength: 20, maxLength: 30 },
      code: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' },
      count: { type: 'integer', minimum: 5, maximum: 7 },
      price: { type: 'number', exclusiveMinimum: 0 },
      tags: { type: 'array', minItems: 2, items: { enum: ['x', 'y'] } },
      child: { $ref: '#/components/schemas/A' },
    },
    required: ['id', 'mail', 'at', 'name', 'code', 'count', 'price', 'tags'],
  };

  test('generates values that match their schema, also for a recursive schema, and equal values for equal seeds', async () => {
    const { root } = contractOf(schema);
    const make = async (seed: number) => generate(root, schema, await createFaker(seed));
    const [one, again, other] = [await make(1), await make(1), await make(2)];
    expect(violations(schema, one)).toEqual([]);
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
  });
});

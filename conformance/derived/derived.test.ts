import { describe, expect, test } from 'vitest';
import { contract } from '../../test/helpers/contract.ts';
import { places, replaced } from '../engine/bodies/body-places.ts';
import { invalidBodies } from '../engine/bodies/violating-values.ts';
import { minimalBody } from '../engine/request/minimal-body.ts';
import { boundaries } from './boundaries.ts';

const contents = contract.operations.flatMap(({ operationId, requestBody }) => {
  const content = requestBody?.content[0];
  return content?.schema ? [{ operationId, content, schema: content.schema }] : [];
});

describe.each(contents)('$operationId', ({ content, schema }) => {
  const check = contract.validator(schema, 'body');
  const examples = content.examples.map(({ value }) => value);

  test('makes invalid bodies that each violate only the intended constraint of the intended property', () => {
    let count = 0;
    for (const example of examples) {
      for (const place of places(contract.root, schema.schema, example)) {
        for (const { pointer, keyword, what, body } of invalidBodies(contract.root, example, place)) {
          const violations = check(JSON.parse(JSON.stringify(body)));
          expect(
            violations.map((violation) => violation.pointer),
            `${pointer} ${what}`,
          ).toEqual(violations.map(() => pointer));
          expect(
            violations.map((violation) => violation.keyword),
            `${pointer} ${what}`,
          ).toContain(keyword);
          count++;
        }
      }
    }
    expect(count).toBeGreaterThan(10);
  });

  test('makes only valid boundary values', () => {
    for (const example of examples) {
      for (const place of places(contract.root, schema.schema, example)) {
        for (const { value } of boundaries(place))
          expect(check(replaced(example, place.path, value(place.value)))).toEqual([]);
      }
    }
  });

  test('makes a valid minimal body', () => {
    for (const example of examples) {
      const minimal = minimalBody(contract, schema.schema, example);
      expect(check(minimal)).toEqual([]);
    }
  });
});

test('adds and removes a property in a copy of a body, and keeps the original unchanged', () => {
  const value = { a: [{ b: 1 }, { c: 2 }] };
  expect(replaced(value, ['a', '1', 'd'], 3)).toEqual({ a: [{ b: 1 }, { c: 2, d: 3 }] });
  expect(replaced(value, ['a', '0', 'b'], undefined)).toEqual({ a: [{}, { c: 2 }] });
  expect(value).toEqual({ a: [{ b: 1 }, { c: 2 }] });
});

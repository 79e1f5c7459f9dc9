import { expect, test } from 'vitest';
import { pruner } from './prune.ts';

const NODE = { type: 'object', properties: { child: { $ref: '#/node' }, leaf: { type: 'string' } } };

test('visits each part of a deep value a few times only', () => {
  let reads = 0;
  const bottom = {
    get leaf() {
      reads++;
      return 'text';
    },
    unknown: true,
  };
  const value = Array.from({ length: 16 }).reduce<object>((child) => ({ child }), bottom);
  const expected = Array.from({ length: 16 }).reduce<object>((child) => ({ child }), { leaf: 'text' });
  expect(pruner({ node: NODE }, NODE)(value)).toEqual(expected);
  expect(reads).toBeLessThan(5);
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { text } from './text.ts';

const lengths = (texts: readonly string[]) => texts.map((one) => [...one].length);
const sample = (...bounds: Parameters<typeof text>) => fc.sample(text(...bounds), { numRuns: 400, seed: 1 });

test.each([
  [0, 3],
  [1, 255],
  [50, 60],
  [4, 4],
  [100, 101],
])('generates texts of %i to %i characters, including both limits', (least, most) => {
  const all = lengths(sample(least, most));
  expect([Math.min(...all), Math.max(...all)]).toEqual([least, most]);
});

test('generates texts of at most 40 characters if the schema has no maximum, unless its minimum is larger', () => {
  expect(Math.max(...lengths(sample(1)))).toBe(40);
  expect(new Set(lengths(sample(45)))).toEqual(new Set([45]));
});

test('generates neither blank texts nor control characters', () => {
  const made = [...sample(0, 3), ...sample(1, 3)];
  expect(made.filter((one) => one !== '' && one.trim() === '')).toEqual([]);
  expect(made.filter((one) => /\p{Cc}/u.test(one))).toEqual([]);
  expect(made).toContain('');
});

test('generates the misleading words that fit the length limits', () => {
  const words = ['null', 'undefined', 'true', '0', '-1', '1e3', 'NaN', '2026-01-15', 'constructor', 'toString'];
  const of = (made: readonly string[]) => new Set(words.filter((word) => made.includes(word)));
  expect(of(sample(0, 40))).toEqual(new Set(words));
  expect(of(sample(10, 11))).toEqual(new Set(['2026-01-15', 'constructor']));
  expect(of(sample())).toEqual(new Set(words));
});

import { expect, test } from 'vitest';
import { exceededLimit } from './json-size.ts';

const exceeded = (text: string) => exceededLimit(Buffer.from(text), { depth: 3, values: 500 });

test('finds JSON that is nested too deeply, even if its brackets are not closed', () => {
  expect([exceeded('[[[[1]]]]'), exceeded('{"a":[{"b":[')]).toEqual(['depth', 'depth']);
});

test('finds JSON with too many values', () => {
  expect([exceeded(`[${'{},'.repeat(250)}{}]`), exceeded(`[${'1,'.repeat(500)}1]`)]).toEqual(['values', 'values']);
});

test('finds a property name that is too long, and ignores other long strings', () => {
  const limits = { depth: 3, values: 500, name: 4 };
  const texts = ['{"a":"long text","short" :1}', '{"name":["long text"],"a\\"b":"long:text"}'];
  expect(texts.map((text) => exceededLimit(Buffer.from(text), limits))).toEqual(['name', undefined]);
});

test('accepts JSON up to the limits', () => {
  expect(exceeded(`[${'[[1]],'.repeat(100)}[[]]]`)).toBeUndefined();
});

test('ignores brackets in strings, also after escaped quotes', () => {
  expect([exceeded('["[[[[", "\\"[[[[", "\\\\", "[[["]'), exceeded('"\\\\"[[[[')]).toEqual([undefined, 'depth']);
});

import { expect, test } from 'vitest';
import { violation } from '../schema/violation.ts';
import { deduplicate } from './deduplicate.ts';

function broken(keyword: string, pointer = '/key', rules = ['D55']) {
  return { ...violation('body', pointer, '', '', ''), keyword, rules };
}

test.each([
  ['only the format of a format and a pattern at one place', [broken('pattern'), broken('format')], [1]],
  ['a pattern without a format', [broken('pattern'), broken('minLength')], [0, 1]],
  ['violations at two places', [broken('pattern'), broken('format', '/other')], [0, 1]],
  ['violations of two rules', [broken('pattern'), broken('format', '/key', ['D56'])], [0, 1]],
])('keeps %s', (_, violations, kept) => {
  expect(deduplicate(violations)).toEqual(kept.map((index) => violations[index]));
});

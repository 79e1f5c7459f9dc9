import { expect, test } from 'vitest';
import { violation } from '../schema/violation.ts';
import { toldOnce } from './deduplicate.ts';

function broken(keyword: string, pointer = '/key', rules = ['D55']) {
  return { ...violation('body', pointer, '', '', ''), keyword, rules };
}

test.each([
  ['a format and a pattern of one place: the format', [broken('pattern'), broken('format')], [1]],
  ['a pattern without a format', [broken('pattern'), broken('minLength')], [0, 1]],
  ['those of two places', [broken('pattern'), broken('format', '/other')], [0, 1]],
  ['those of two rules', [broken('pattern'), broken('format', '/key', ['D56'])], [0, 1]],
])('of %s is told', (_, violations, told) => {
  expect(toldOnce(violations)).toEqual(told.map((index) => violations[index]));
});

import { expect, test } from 'vitest';
import { isFast, linearPattern } from './linear-pattern.ts';

const MANY = 5000;
const evil = (source: string, text = `${'a'.repeat(MANY)}!`) => linearPattern(source).test(text);

test.each(['^(a+)+$', '^(a|a)*$', '^(a?){30}$', 'a+a+a+$', '(?=a)(a+)+$', '^(a+)+\\1$'])(
  'limits the time to match a text against the pattern %s',
  (source) => expect(evil(source)).toBe(false),
);

test.each([
  ['^[0-9A-F]{8}-[0-9A-F]{4}$', true],
  ['^\\d{4}(\\.\\d+)?([Zz]|[+-]\\d{2})$', true],
  ['-----BEGIN (RSA )?PUBLIC KEY-----', true],
  ['^a{0,30}$', true],
  ['a+$', false],
  ['^a|b+$', false],
  ['^(a+)+$', false],
  ['^a*b*$', false],
  ['^a{1,5}(b){3}$', false],
])('decides whether the pattern %s is fast: %s', (source, fast) => expect(isFast(source)).toBe(fast));

test('matches the same texts as a JavaScript RegExp, whichever engine evaluates the pattern', () => {
  const cases: [source: string, text: string, matches: boolean][] = [
    ['^a+$', 'aaa', true],
    ['^(a+)+$', 'aaa', true],
    ['[\\w-]+@[^@]+', 'see ada@example.com', true],
    ['^(\\p{L}+ ?)+$', 'Ada Lovelace', true],
    ['^(?=.*\\d)(?=.*[a-z]).{4,}$', 'abc1', true],
    ['^(?=.*\\d)(?=.*[a-z]).{4,}$', 'abcd', false],
  ];
  for (const [source, text, matches] of cases)
    expect([source, linearPattern(source).test(text)]).toEqual([source, matches]);
});

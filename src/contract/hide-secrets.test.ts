import { expect, test } from 'vitest';
import { secretHider } from './hide-secrets.ts';

test.each([
  ['as it is', ['key-1'], 'a key-1 b', 'a * b'],
  ['in any letter case', ['key-1'], 'KEY-1', '*'],
  ['within a word', ['key-1'], 'xkey-12', 'x*2'],
  ['as a URL has it', ['a/b c'], '?k=a%2Fb%20c', '?k=*'],
  ['as JSON has it', ['a"b'], '{"k": "a\\"b"}', '{"k": "*"}'],
  ['the longer of two first', ['key', 'key-long'], 'key-long key', '* *'],
  ['literally', ['a.b'], 'a.b axb', '* axb'],
  ['unless it is empty', ['', 'b'], 'abc', 'a*c'],
  ['if there is one', [], 'abc', 'abc'],
])('a secret is hidden %s', (_, secrets, text, hidden) => {
  expect(secretHider(secrets, '*')(text)).toBe(hidden);
});

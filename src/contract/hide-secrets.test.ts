import { expect, test } from 'vitest';
import { secretHider } from './hide-secrets.ts';

test.each([
  ['unchanged', ['key-1'], 'a key-1 b', 'a * b'],
  ['in any letter case', ['key-1'], 'KEY-1', '*'],
  ['within a word', ['key-1'], 'xkey-12', 'x*2'],
  ['encoded for a URL', ['a/b c'], '?k=a%2Fb%20c', '?k=*'],
  ['escaped for JSON', ['a"b'], '{"k": "a\\"b"}', '{"k": "*"}'],
  ['after a longer one', ['key', 'key-long'], 'key-long key', '* *'],
  ['with a special character of regular expressions', ['a.b'], 'a.b axb', '* axb'],
  ['next to an empty one', ['', 'b'], 'abc', 'a*c'],
  ['only if there is one', [], 'abc', 'abc'],
])('hides a secret %s', (_, secrets, text, hidden) => {
  expect(secretHider(secrets, '*')(text)).toBe(hidden);
});

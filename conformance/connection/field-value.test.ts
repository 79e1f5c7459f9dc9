import { expect, test } from 'vitest';
import { ConfigurationError } from './configuration.ts';
import { isFieldValue, requireFieldValue } from './field-value.ts';

test.each([[''], ['k'], ['sk_live-4711 ~!'], ['a\tb'], ['schlüssel']])('a header can carry %j', (text) => {
  expect(isFieldValue(text)).toBe(true);
});

test.each([
  ['key\n', 'holds a character that HTTP does not allow (a newline at its end?)'],
  ['key\r\n', 'holds a character that HTTP does not allow (a newline at its end?)'],
  ['k\ney', 'holds a character that HTTP does not allow'],
  ['k\u0001ey', 'holds a character that HTTP does not allow'],
  ['k\u007fey', 'holds a character that HTTP does not allow'],
  ['ключ', 'holds a character that HTTP does not allow'],
  ['key ', 'begins or ends with a blank that HTTP does not keep'],
  ['\tkey', 'begins or ends with a blank that HTTP does not keep'],
])('no header can carry %j: what is wrong is told, and not the key', (key, why) => {
  expect(() => requireFieldValue('The API key', key)).toThrow(new ConfigurationError(`The API key ${why}.`));
});

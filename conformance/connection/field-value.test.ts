import { expect, test } from 'vitest';
import { ConfigurationError } from './configuration.ts';
import { isFieldValue, requireFieldValue } from './field-value.ts';

test.each([[''], ['k'], ['sk_live-4711 ~!'], ['a\tb'], ['schlüssel']])(
  'accepts %j as the value of a header',
  (text) => {
    expect(isFieldValue(text)).toBe(true);
  },
);

test.each([
  ['key\n', 'contains a character that HTTP does not allow (does the API key end with a newline?)'],
  ['key\r\n', 'contains a character that HTTP does not allow (does the API key end with a newline?)'],
  ['k\ney', 'contains a character that HTTP does not allow'],
  ['k\u0001ey', 'contains a character that HTTP does not allow'],
  ['k\u007fey', 'contains a character that HTTP does not allow'],
  ['ключ', 'contains a character that HTTP does not allow'],
  ['key ', 'begins or ends with white space that HTTP does not keep'],
  ['\tkey', 'begins or ends with white space that HTTP does not keep'],
])('rejects the API key %j, which no header can contain, with a message that does not show the API key', (key, why) => {
  expect(() => requireFieldValue('The API key', key)).toThrow(new ConfigurationError(`The API key ${why}.`));
});

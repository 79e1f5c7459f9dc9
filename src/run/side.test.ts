import { expect, test } from 'vitest';
import { shortKeyNotice } from './side.ts';

test('returns a warning about an API key of fewer than eight characters', () => {
  expect(shortKeyNotice({ apiKey: 'key' })).toBe(
    'The API key has 3 characters. Reports hide an API key of fewer than 8 characters only in headers and query parameters.',
  );
  expect(shortKeyNotice({ apiKey: 'test-key' })).toBeUndefined();
  expect(shortKeyNotice({})).toBeUndefined();
});

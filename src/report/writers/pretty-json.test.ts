import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prettyJson } from './pretty-json.ts';

describe('prettyJson', () => {
  test('formats like JSON.stringify', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(prettyJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
      }),
    );
  });

  test.each([
    ['{"a":1.0,"a":12345678901234567890}', '{\n  "a": 1.0,\n  "a": 12345678901234567890\n}'],
    ['["\\u00e9 \\" , : {"]', '[\n  "\\u00e9 \\" , : {"\n]'],
    [' { } ', '{}'],
    ['no JSON', undefined],
    ['', undefined],
    ['['.repeat(100) + ']'.repeat(100), undefined],
  ])('formats %s without a change of its tokens', (text, want) => {
    expect(prettyJson(text)).toBe(want);
  });
});

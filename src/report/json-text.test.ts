import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compactTokens, prettyJson, prettyPieces } from './json-text.ts';

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
  ])('indents the JSON text %s and keeps its tokens unchanged', (text, want) => {
    expect(prettyJson(text)).toBe(want);
  });
});

test('shortens a PEM key with a note, and keeps other long strings', () => {
  const pem = `-----BEGIN PUBLIC KEY-----\n${'A'.repeat(400)}`;
  expect(prettyJson(JSON.stringify({ pem, name: 'b'.repeat(400) }))).toBe(
    `{\n  "pem": "-----BEGIN PUBLIC KEY-----\\n${'A'.repeat(19)}…" (381 more),\n  "name": "${'b'.repeat(400)}"\n}`,
  );
});

const BODY = '{ "a": {"b  c": [1, 2]}, "a~/d": "x" }';
const marked = (pointer: string, text = BODY) =>
  prettyPieces(text, pointer)?.flatMap((piece) => (piece.isMarked ? [piece.text] : []));

describe('prettyPieces', () => {
  test.each([
    ['/a', ['"a": {\n    "b  c": [\n      1,\n      2\n    ]\n  }']],
    ['/a/b  c/1', ['2']],
    ['/a~0~1d', ['"a~/d": "x"']],
    ['/none', []],
    ['', []],
  ])('marks the value at the JSON Pointer %j together with its property name', (pointer, want) => {
    expect(marked(pointer)).toEqual(want);
  });

  test('marks no value other than the value at the JSON Pointer', () => {
    fc.assert(
      fc.property(fc.array(fc.json()), (items) => {
        const text = `[${items.join(',')}]`;
        items.forEach((item, index) => {
          expect(marked(`/${index}`, text)?.map((piece) => JSON.parse(piece))).toEqual([JSON.parse(item)]);
        });
      }),
    );
  });
});

describe('compactTokens', () => {
  const joined = (text: string, longest: number) =>
    compactTokens(text, longest)
      ?.map((token) => token.text)
      .join('');

  test('keeps the white space within JSON strings', () => {
    expect(joined('{ "a" :\n "b   c\\t" }', 20)).toBe('{"a":"b   c\\t"}');
  });

  test.each([
    ['"abcdefgh"', '"abcd…" (4 more)'],
    ['"abc\\u00e9f"', '"abc…" (7 more)'],
    ['"abc\\nf"', '"abc…" (3 more)'],
    ['"abc😀f"', '"abc…" (3 more)'],
  ])('truncates %s, but not within an escape sequence', (text, want) => {
    expect(joined(text, 5)).toBe(want);
  });
});

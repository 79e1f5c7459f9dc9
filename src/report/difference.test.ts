import { describe, expect, test } from 'vitest';
import { differenceOf } from './difference.ts';

const json = (text: string) => JSON.stringify(text);
/** Expected or actual value as text, with the marked part between angle brackets. */
const sides = (expected: string, actual: string) => {
  const difference = differenceOf(expected, actual);
  const text = (side: 'expected' | 'actual') =>
    difference?.[side].map((piece) => (piece.isMarked ? `<${piece.text}>` : piece.text)).join('');
  return [text('expected'), text('actual')];
};

describe('differenceOf', () => {
  test.each([
    ['Key-a', 'Key-a  ', '"Key-a<>"', '"Key-a<··>"', '2 trailing spaces (U+0020)'],
    ['Key-a ', 'Key-a', '"Key-a<·>"', '"Key-a<>"', '1 trailing space (U+0020) is missing'],
    ['  a', 'a', '"<··>a"', '"<>a"', '2 leading spaces (U+0020) are missing'],
    ['a b', 'a  b', '"a <>b"', '"a <·>b"', '1 space (U+0020) at character 3'],
    ['ab', 'a\u200Bb', '"a<>b"', '"a<\\u{200B}>b"', '1 zero-width space (U+200B) at character 2'],
    ['\uFEFFa', 'a', '"<\\u{FEFF}>a"', '"<>a"', '1 leading byte order mark (U+FEFF) is missing'],
    ['a\u0000', 'a', '"a<\\u{0000}>"', '"a<>"', '1 trailing invisible character (U+0000) is missing'],
    ['\u00E9', 'e\u0301', '"<\u00E9>"', '"<e\\u{0301}>"', 'other Unicode normal form from character 1'],
    ['Key', 'kEY', '"<Key>"', '"<kEY>"', 'other letter case from character 1'],
    ['a🌊b', 'a', '"a<🌊b>"', '"a<>"', 'the last 2 characters are missing'],
    ['New label', 'Taken over', '"<New label>"', '"<Taken over>"', undefined],
    ['a b', 'a\u00A0b', '"a<·>b"', '"a<\\u{00A0}>b"', undefined],
    ['Before', 'Behind', '"Be<fore>"', '"Be<hind>"', undefined],
    ['say "hi"', 'say "ho"', '"say \\"h<i>\\""', '"say \\"h<o>\\""', undefined],
  ])('marks the differing part of the values %j and %j', (expected, actual, left, right, summary) => {
    expect(sides(json(expected), json(actual))).toEqual([left, right]);
    expect(differenceOf(json(expected), json(actual))?.summary).toBe(summary);
  });

  test('shows the characters around the difference of two long strings, and the position of the difference', () => {
    const [expected, actual] = [`${'a'.repeat(100)}b${'c'.repeat(200)}`, `${'a'.repeat(100)}x${'c'.repeat(200)}`];
    expect(sides(json(expected), json(actual))).toEqual([
      `"… (20 more characters) …${'a'.repeat(80)}<b>${'c'.repeat(80)}… (120 more characters) …"`,
      `"… (20 more characters) …${'a'.repeat(80)}<x>${'c'.repeat(80)}… (120 more characters) …"`,
    ]);
    expect(differenceOf(json(expected), json(actual))?.summary).toBe('from character 101');
  });

  test('marks the whole value if the value is not a string', () => {
    expect(sides('true', 'false')).toEqual(['<true>', '<false>']);
    expect(sides('201', '200')).toEqual(['<201>', '<200>']);
  });

  test.each([
    ['400', '201: a detail'],
    ['"a" or "b"', '"c"'],
    [undefined, '200'],
    ['200', undefined],
  ])('does not compare values that are descriptions in words: %s and %s', (expected, actual) => {
    expect(differenceOf(expected, actual)).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { code, codeBlock, plain, prose } from './markdown.ts';

describe('Markdown of untrusted text', () => {
  test.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['&lt;', '&amp;lt;'],
    ['[a](b) *c* `d` |', '\\[a\\](b) \\*c\\* \\`d\\` \\|'],
    ['# no heading', '\\# no heading'],
    ['- no list', '\\- no list'],
    ['1. no list', '1\\. no list'],
    ['one\n\n# line', 'one # line'],
    ['\u202E\0', '[U+202E][U+0000]'.replace(/[[\]]/g, '\\$&')],
    ['version 1.0.0', 'version 1.0.0'],
  ])('escapes plain text %j as %s', (text, want) => {
    expect(plain(text)).toBe(want);
  });

  test.each([
    ['a', '`a`'],
    ['a ` b', '``a ` b``'],
    ['`a`', '`` `a` ``'],
    ['``', '``` `` ```'],
    ['a\nb', '`a b`'],
    ['', '(empty)'],
  ])('writes the code %j in Markdown as %s', (text, want) => {
    expect(code(text)).toBe(want);
  });

  test('keeps code between backticks in prose, and escapes the remaining text', () => {
    expect(prose('`a_b` is <b>, not `c|d`; a ` alone')).toBe('`a_b` is &lt;b&gt;, not `c|d`; a \\` alone');
  });

  test('chooses for a code block a fence that does not occur in the code', () => {
    expect(codeBlock('a\n````\nb', 'sh')).toBe('`````sh\na\n````\nb\n`````');
  });
});

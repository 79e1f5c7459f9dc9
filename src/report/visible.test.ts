import { expect, test } from 'vitest';
import { resultWith, sampleResult } from '../../test/helpers/report/sample-result.ts';
import { diffReports } from '../run-result/comparison/diff.ts';
import { renderDiffText } from './diff.ts';
import { renderText } from './summary.ts';
import { consoleText } from './visible.ts';

/**
 * Text with control sequences: turns a terminal red, renames its window, begins a C1 sequence, and changes the text
 * direction.
 */
const EVIL = '\u001b[31mRED\u001b]0;title\u0007 \u009b2J \u202egnp.exe\u0000\r\n::error::x';

/** Characters that control a terminal, and the beginning of a workflow command. */
const CONTROLS = /(?!\n)[\p{Cc}\p{Bidi_Control}]|^::/mu;

test.each([
  ['of a run', renderText(resultWith(EVIL), { color: false })],
  ['of a comparison', renderDiffText(diffReports(sampleResult, resultWith(EVIL)), { color: false })],
])('makes control characters visible in the text %s', (_, text) => {
  expect(text).toContain('[U+001B][31mRED[U+001B]]0;title[U+0007]');
  expect(text).not.toMatch(CONTROLS);
});

test.each([
  ['::stop-commands::x', ': :stop-commands::x'],
  ['a\n  ::error::b', 'a\n  : :error::b'],
  ['a ##[stop-commands]x', 'a ## [stop-commands]x'],
  ['a::b # [c]', 'a::b # [c]'],
])('removes commands of CI systems from %j', (text, shown) => {
  expect(consoleText(text)).toBe(shown);
});

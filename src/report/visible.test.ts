import { expect, test } from 'vitest';
import { resultWith, sampleResult } from '../../test/helpers/sample-result.ts';
import { diffReports } from '../run-result/comparison/diff.ts';
import { renderDiffText } from './diff.ts';
import { renderText } from './summary.ts';

/** Turns the text red, names the window, begins a sequence in C1, turns the direction of text. */
const EVIL = '\u001b[31mRED\u001b]0;title\u0007 \u009b2J \u202egnp.exe\u0000\r\n::error::x';

/** What a terminal obeys. */
const OBEYED = /(?!\n)[\p{Cc}\p{Bidi_Control}]|^::/mu;

test.each([
  ['of a run', renderText(resultWith(EVIL), { color: false })],
  ['of a comparison', renderDiffText(diffReports(sampleResult, resultWith(EVIL)), { color: false })],
])('the text %s shows what would steer a terminal, in whichever part of it a target says it', (_, text) => {
  expect(text).toContain('[U+001B][31mRED[U+001B]]0;title[U+0007]');
  expect(text).not.toMatch(OBEYED);
});

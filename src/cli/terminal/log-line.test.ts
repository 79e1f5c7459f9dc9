import { createColors } from 'picocolors';
import { expect, test } from 'vitest';
import { logLine } from './log-line.ts';

const time = '2026-01-01T12:00:01Z';
const entry = { time, requestId: 'r', method: 'POST', path: '/v1/a', status: 401, durationMs: 2 };

test.each([
  ['the requirement', { problem: 'The key is wrong.', rules: ['D03'] }, 'The key is wrong (D03).'],
  ['no requirement twice', { problem: 'label is required (D50).', rules: ['D50'] }, 'label is required (D50).'],
  ['the preference', { preferenceApplied: 'code=503' }, 'Prefer: code=503'],
])('shows %s at the end of the line', (_, more, note) => {
  expect(logLine({ ...entry, ...more }, createColors(false))).toBe(`12:00:01 POST   401  2.0 ms  /v1/a  ${note}`);
});

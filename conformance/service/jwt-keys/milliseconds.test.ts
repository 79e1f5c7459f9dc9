import { expect, test } from 'vitest';
import { milliseconds } from './milliseconds.ts';

test.each([
  ['2026-11-29T09:56:36.072385387000Z', 72],
  ['2026-11-29T11:56:36.5+02:00', 500],
  ['2026-11-29T09:56:36Z', 0],
])('reads the milliseconds of %s', (time, fraction) => {
  expect(milliseconds(time)).toBe(Date.UTC(2026, 10, 29, 9, 56, 36) + fraction);
});

test('returns NaN for a value that is not a date-time', () => {
  expect(milliseconds(undefined)).toBeNaN();
});

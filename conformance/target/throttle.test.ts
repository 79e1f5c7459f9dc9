import { expect, test } from 'vitest';
import { PATIENCE, pauseOf, Throttle, ThrottledError } from './throttle.ts';

const NOW = Date.parse('2026-01-15T09:30:00Z');

test.each([
  ['429 in seconds', 429, '3', 3000],
  ['429 until a date', 429, 'Thu, 15 Jan 2026 09:30:10 GMT', 10_000],
  ['429 until a date that is over', 429, 'Thu, 15 Jan 2026 09:00:00 GMT', 50],
  ['429 without a time', 429, undefined, 1000],
  ['429 with a time that is none', 429, 'soon', 1000],
  ['503 in seconds', 503, '0', 50],
  ['503 without a time, which is a failure', 503, undefined, undefined],
  ['200', 200, '3', undefined],
] as const)('%s asks for a pause of its own', (_, status, value, want) => {
  expect(pauseOf({ status, headers: value === undefined ? {} : { 'retry-after': value } }, NOW)).toBe(want);
});

test('pauses are obeyed while the target serves something in between', () => {
  const throttle = new Throttle();
  for (let n = 0; n < 20; n++) {
    throttle.pause(0);
    throttle.served();
  }
});

test('a target that serves nothing after several pauses throttles for good', () => {
  const throttle = new Throttle();
  const pauses = () => {
    for (let n = 0; n <= PATIENCE.pausesInARow; n++) throttle.pause(0);
  };
  expect(pauses).toThrow(ThrottledError);
});

test('a pause that is too long is not waited for', () => {
  expect(() => new Throttle().pause(PATIENCE.pauseMs + 1)).toThrow(/longer than the suite waits/);
});

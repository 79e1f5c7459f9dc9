import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PAUSE_LIMITS, pauseOf, Throttle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
afterEach(() => void vi.useRealTimers());

const NOW = Date.parse('2026-01-15T09:30:00Z');

test.each([
  ['a 429 with a number of seconds', 429, '3', 3000],
  ['a 429 with a date', 429, 'Thu, 15 Jan 2026 09:30:10 GMT', 10_000],
  ['a 429 with a date in the past', 429, 'Thu, 15 Jan 2026 09:00:00 GMT', 50],
  ['a 429 without `Retry-After`', 429, undefined, 1000],
  ['a 429 with an invalid `Retry-After`', 429, 'soon', 1000],
  ['a 503 with a number of seconds', 503, '0', 50],
  ['a 503 without `Retry-After`', 503, undefined, undefined],
  ['a 503 with a date', 503, 'Thu, 15 Jan 2026 09:30:10 GMT', 10_000],
  ['a 429 with a number of two digits', 429, '12', 12_000],
  ['a 429 with blanks around the number', 429, ' 3 ', 3000],
  ['a 200, which requests no pause', 200, '3', undefined],
] as const)('reads the requested pause from %s', (_, status, value, want) => {
  expect(pauseOf({ status, headers: value === undefined ? {} : { 'retry-after': value } }, NOW)).toBe(want);
});

test('waits for the end of the longest of several requested pauses', async () => {
  const throttle = new Throttle();
  throttle.pause(5000);
  throttle.pause(1000);
  const sent = vi.fn();
  const turn = throttle.waitForPause().then(sent);
  await vi.advanceTimersByTimeAsync(4999);
  expect(sent).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await turn;
  expect(sent).toHaveBeenCalled();
});

test('extends the wait if a second pause is requested during the first pause', async () => {
  const throttle = new Throttle();
  throttle.pause(1000);
  const sent = vi.fn();
  const turn = throttle.waitForPause().then(sent);
  await vi.advanceTimersByTimeAsync(500);
  throttle.pause(1000);
  await vi.advanceTimersByTimeAsync(999);
  expect(sent).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await turn;
});

test('begins only one pause if concurrent requests are throttled', () => {
  const throttle = new Throttle();
  const began = Array.from({ length: 64 }, () => throttle.pause(PAUSE_LIMITS.pauseMs));
  expect(began).toEqual([true, ...Array(63).fill(false)]);
});

test('does not suggest --max-rps if the target requests pauses with 503', () => {
  expect(() => new Throttle().pause(PAUSE_LIMITS.pauseMs + 1, false)).toThrow(/; the suite waits at most 30 s$/);
});

test('ends the run after pauses of 300 s in total', () => {
  const throttle = new Throttle();
  const pause = () => {
    throttle.pause(30_000);
    throttle.served();
    vi.advanceTimersByTime(30_000);
  };
  for (let n = 0; n < 10; n++) pause();
  expect(pause).toThrow(
    'the target throttles the run and requests a pause of 30 s, after 300 s of pauses. Use --max-rps N to send at most N requests per second',
  );
  expect(pause).toThrow(expect.objectContaining({ isPermanent: true }));
});

test('accepts many pauses if the target serves requests in between', () => {
  const throttle = new Throttle();
  for (let n = 0; n < 20; n++) {
    throttle.pause(0);
    throttle.served();
  }
});

/**
 * Requests pauses of `ms` milliseconds until the throttle throws an error. Returns the seconds and the number of pauses
 * until the error.
 */
function patienceWith(throttle: Throttle, ms: number): readonly [seconds: number, pauses: number] {
  const start = performance.now();
  for (let pauses = 0; ; pauses++) {
    try {
      throttle.pause(ms);
    } catch (error) {
      expect(error).toMatchObject({ name: 'ThrottledError', isPermanent: true });
      expect((error as Error).message).toMatch(/; the target served no request for [16]0 s\./);
      return [Math.floor((performance.now() - start) / 1000), pauses];
    }
    while (throttle.pauses()) vi.advanceTimersByTime(10);
  }
}

test.each([
  ['2 s', 2000, [62, 22]],
  ['30 s', 30_000, [60, 2]],
  ['50 ms', 50, [64, 60]],
])(
  'ends the run after 60 s without a served request, and lengthens requested pauses of %s until then',
  (_, ms, want) => {
    const throttle = new Throttle();
    throttle.served();
    expect(patienceWith(throttle, ms)).toEqual(want);
  },
);

test('ends the run after 10 s if the target has not served any request', () => {
  expect(patienceWith(new Throttle(), 1000)).toEqual([10, 10]);
});

test('allows another 60 s without a served request after a served request', () => {
  const throttle = new Throttle();
  throttle.served();
  for (let n = 0; n < 20; n++) {
    throttle.pause(2000);
    vi.advanceTimersByTime(2000);
  }
  throttle.served();
  expect(patienceWith(throttle, 2000)).toEqual([62, 22]);
});

test('ends the run if the requested pause is too long', () => {
  new Throttle().pause(PAUSE_LIMITS.pauseMs);
  const tooLong = () => new Throttle().pause(PAUSE_LIMITS.pauseMs + 1);
  expect(tooLong).toThrow('requests a pause of 31 s; the suite waits at most 30 s. Use --max-rps N ');
  expect(tooLong).toThrow(expect.objectContaining({ name: 'ThrottledError', isPermanent: true }));
});

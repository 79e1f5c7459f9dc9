import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PATIENCE, pauseOf, Throttle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
afterEach(() => void vi.useRealTimers());

const NOW = Date.parse('2026-01-15T09:30:00Z');

test.each([
  ['429 in seconds', 429, '3', 3000],
  ['429 until a date', 429, 'Thu, 15 Jan 2026 09:30:10 GMT', 10_000],
  ['429 until a date that is over', 429, 'Thu, 15 Jan 2026 09:00:00 GMT', 50],
  ['429 without a time', 429, undefined, 1000],
  ['429 with a time that is none', 429, 'soon', 1000],
  ['503 in seconds', 503, '0', 50],
  ['503 without a time, which is a failure', 503, undefined, undefined],
  ['503 until a date', 503, 'Thu, 15 Jan 2026 09:30:10 GMT', 10_000],
  ['429 in tens of seconds', 429, '12', 12_000],
  ['blanks around the seconds', 429, ' 3 ', 3000],
  ['200', 200, '3', undefined],
] as const)('%s asks for a pause of its own', (_, status, value, want) => {
  expect(pauseOf({ status, headers: value === undefined ? {} : { 'retry-after': value } }, NOW)).toBe(want);
});

test('nothing is sent before the longest of the pauses is over', async () => {
  const throttle = new Throttle();
  throttle.pause(5000);
  throttle.pause(1000);
  const sent = vi.fn();
  const turn = throttle.turn().then(sent);
  await vi.advanceTimersByTimeAsync(4999);
  expect(sent).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await turn;
  expect(sent).toHaveBeenCalled();
});

test('a pause that begins while others wait is waited for by them, too', async () => {
  const throttle = new Throttle();
  throttle.pause(1000);
  const sent = vi.fn();
  const turn = throttle.turn().then(sent);
  await vi.advanceTimersByTimeAsync(500);
  throttle.pause(1000);
  await vi.advanceTimersByTimeAsync(999);
  expect(sent).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await turn;
});

test('requests that are throttled at a time ask for one pause', () => {
  const throttle = new Throttle();
  const began = Array.from({ length: 64 }, () => throttle.pause(PATIENCE.pauseMs));
  expect(began).toEqual([true, ...Array(63).fill(false)]);
});

test('no limit of requests is named to a target that has no time for another reason', () => {
  expect(() => new Throttle().pause(PATIENCE.pauseMs + 1, false)).toThrow(/longer than the suite waits$/);
});

test('a target is waited for during 300 s of a run, whatever it serves in between', () => {
  const throttle = new Throttle();
  const pause = () => {
    throttle.pause(30_000);
    throttle.served();
    vi.advanceTimersByTime(30_000);
  };
  for (let n = 0; n < 10; n++) pause();
  expect(pause).toThrow(
    'the target throttles the run (asks for a pause of 30 s), after 300 s of pauses; --max-rps N sends no more than N requests a second',
  );
  expect(pause).toThrow(expect.objectContaining({ forGood: true }));
});

test('pauses are obeyed while the target serves something in between', () => {
  const throttle = new Throttle();
  for (let n = 0; n < 20; n++) {
    throttle.pause(0);
    throttle.served();
  }
});

/** Seconds until a target that serves nothing, and asks for this pause each time, throttles for good; and how often it was asked. */
function patienceWith(throttle: Throttle, ms: number): readonly [seconds: number, pauses: number] {
  const start = performance.now();
  for (let pauses = 0; ; pauses++) {
    try {
      throttle.pause(ms);
    } catch (error) {
      expect(error).toMatchObject({ name: 'ThrottledError', forGood: true });
      expect((error as Error).message).toMatch(/, and served nothing for [16]0 s;/);
      return [Math.floor((performance.now() - start) / 1000), pauses];
    }
    while (throttle.pauses()) vi.advanceTimersByTime(10);
  }
}

test.each([
  ['2 s, as a deployment', 2000, [62, 22]],
  ['30 s', 30_000, [60, 2]],
  ['next to none', 50, [64, 60]],
])('a target that serves nothing for 60 s throttles for good, and is not asked all the time: %s', (_, ms, want) => {
  const throttle = new Throttle();
  throttle.served();
  expect(patienceWith(throttle, ms)).toEqual(want);
});

test('before it has served anything, 10 s are enough', () => {
  expect(patienceWith(new Throttle(), 1000)).toEqual([10, 10]);
});

test('a target that serves something in between has another 60 s', () => {
  const throttle = new Throttle();
  throttle.served();
  for (let n = 0; n < 20; n++) {
    throttle.pause(2000);
    vi.advanceTimersByTime(2000);
  }
  throttle.served();
  expect(patienceWith(throttle, 2000)).toEqual([62, 22]);
});

test('a pause that is too long is not waited for', () => {
  new Throttle().pause(PATIENCE.pauseMs);
  const tooLong = () => new Throttle().pause(PATIENCE.pauseMs + 1);
  expect(tooLong).toThrow('(asks for a pause of 31 s), which is longer than the suite waits; --max-rps N ');
  expect(tooLong).toThrow(expect.objectContaining({ name: 'ThrottledError', forGood: true }));
});

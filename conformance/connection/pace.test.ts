import { afterEach, expect, test, vi } from 'vitest';
import { Pace } from './pace.ts';

afterEach(() => void vi.useRealTimers());

test('sends concurrent requests at equal intervals, in the order of their calls', async () => {
  const pace = new Pace(100);
  const order: number[] = [];
  const start = performance.now();
  await Promise.all([1, 2, 3, 4, 5].map((n) => pace.waitForTurn().then(() => order.push(n))));
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(performance.now() - start).toBeGreaterThanOrEqual(4 * 10);
});

test('does not exceed the rate after a period without requests', async () => {
  const pace = new Pace(50);
  await pace.waitForTurn();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const start = performance.now();
  await Promise.all([pace.waitForTurn(), pace.waitForTurn(), pace.waitForTurn()]);
  expect(performance.now() - start).toBeGreaterThanOrEqual(2 * 20);
});

/** The number of requests that `Pace` allows within a second. */
async function perSecond(pace: Pace): Promise<number> {
  let sent = 0;
  for (let n = 0; n < 200; n++) void pace.waitForTurn().then(() => sent++);
  await vi.advanceTimersByTimeAsync(1000);
  return sent;
}

test('halves the rate with each throttled request, down to two requests per second', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  const rates: number[] = [];
  for (let times = 0; times < 7; times++) {
    const pace = new Pace(undefined);
    for (let n = 0; n < times; n++) pace.halve();
    rates.push(await perSecond(pace));
  }
  expect(rates).toEqual([200, 65, 33, 16, 8, 4, 3]);
});

test('gradually raises a halved rate up to the maximum', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  const pace = new Pace(60);
  pace.halve();
  const [start, seconds]: [number, number[]] = [performance.now(), []];
  const sent = (async () => {
    for (let n = 0; n < 500; n++) {
      await pace.waitForTurn();
      seconds.push(Math.floor((performance.now() - start) / 1000));
    }
  })();
  await vi.advanceTimersByTimeAsync(20_000);
  await sent;
  const rates = [0, 1, 2, 3].map((second) => seconds.filter((one) => one === second).length);
  expect(rates).toEqual([39, 58, 60, 60]);
});

test('keeps a configured maximum even if it is less than two requests per second', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  const pace = new Pace(1);
  pace.halve();
  expect(await perSecond(pace)).toBe(2);
});

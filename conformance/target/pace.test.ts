import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

test('whoever wants to send at once is sent at a distance, in the order of asking', async () => {
  const pace = new Pace(100);
  const order: number[] = [];
  const start = performance.now();
  await Promise.all([1, 2, 3, 4, 5].map((n) => pace.turn().then(() => order.push(n))));
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(performance.now() - start).toBeGreaterThanOrEqual(4 * 10);
});

test('time in which nobody sent is not made up for', async () => {
  const pace = new Pace(50);
  await pace.turn();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const start = performance.now();
  await Promise.all([pace.turn(), pace.turn(), pace.turn()]);
  expect(performance.now() - start).toBeGreaterThanOrEqual(2 * 20);
});

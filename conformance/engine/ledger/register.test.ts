import { expect, test } from 'vitest';
import { Register } from './register.ts';

/** A register with one write per entry of `writes`: a value, and the times of its request and its response. */
function registerWith(...writes: readonly (readonly [value: string, from: number, to: number])[]): Register {
  const register = new Register();
  for (const [value, from, to] of writes) register.write(value, { from, to });
  return register;
}

test('allows the value of the last write and of concurrent writes in the response to a read', () => {
  const register = registerWith(['old', 0, 1], ['last', 2, 3], ['concurrent', 4, 8]);
  expect(register.possible({ from: 5, to: 6 })).toEqual(['last', 'concurrent']);
  expect(register.possible({ from: 9, to: 10 })).toEqual(['concurrent']);
});

test('allows no value of an earlier write in the response to a write', () => {
  const register = registerWith(['last', 0, 1], ['concurrent', 2, 8]);
  const own = register.begin('own', 4);
  expect(register.possible({ from: 4, to: 6 }, own)).toEqual(['concurrent', 'own']);
  expect(register.possible({ from: 4, to: 6 })).toEqual(['last', 'concurrent', 'own']);
});

test('allows the value of a write without a response in the response to a later write', () => {
  const register = registerWith(['last', 0, 1]);
  Object.assign(register.begin('unanswered', 2), { to: 3 });
  const own = register.begin('own', 4);
  expect(register.possible({ from: 4, to: 6 }, own)).toEqual(['unanswered', 'own']);
});

test('allows the previous value after the target rejected a write', () => {
  const register = registerWith(['last', 0, 1]);
  register.remove(register.begin('rejected', 2));
  expect(register.possible({ from: 4, to: 5 })).toEqual(['last']);
});

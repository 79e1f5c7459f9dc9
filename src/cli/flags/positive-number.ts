import { InvalidArgumentError } from 'commander';

/** Reads the value of an option. @throws InvalidArgumentError when it is no number above 0 */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('It takes a number above 0.');
}

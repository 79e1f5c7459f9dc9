import { InvalidArgumentError } from 'commander';

/** Reads the value of an option. @throws InvalidArgumentError when it is no whole number of the range */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return value;
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    throw new InvalidArgumentError(`It takes a whole number ${range}.`);
  };
}

/** Reads the value of an option. @throws InvalidArgumentError when it is no number above 0 */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('It takes a number above 0.');
}

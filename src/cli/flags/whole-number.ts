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

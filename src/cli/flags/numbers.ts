import { InvalidArgumentError } from 'commander';

/** Parser for an option with a whole number. Throws InvalidArgumentError if the value is outside the range. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return value;
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    throw new InvalidArgumentError(`Expected a whole number ${range}.`);
  };
}

/** Parses the value of an option as a number above 0. @throws InvalidArgumentError for any other value */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('Expected a number above 0.');
}

/** Parses a list of counts, `NAME=NUMBER,…`. @throws InvalidArgumentError if an item has another form */
export function recordCounts(text: string): Record<string, number> {
  const items = text.split(',').map((item) => /^\s*(\w+)=(\d+)\s*$/.exec(item));
  if (items.includes(null))
    throw new InvalidArgumentError('Expected NAME=NUMBER, with a comma between several counts.');
  return Object.fromEntries(items.map((item) => [item?.[1], Number(item?.[2])]));
}

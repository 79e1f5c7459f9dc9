import { isObject, type JsonObject } from '../../src/contract/json.ts';

/** Operators that may replace an expected value. */
interface Operator {
  /** What it takes. */
  readonly takes: string;
  accepts(argument: unknown): boolean;
  holds(argument: unknown, actual: unknown, matches: (expected: unknown, actual: unknown) => boolean): boolean;
  /** The expectation in a message. */
  says(argument: unknown): string;
}

const isText = (argument: unknown) => typeof argument === 'string';

/** By name. None of them is a regular expression: those can take longer than anybody waits. */
export const OPERATORS: Readonly<Record<string, Operator>> = {
  $exists: {
    takes: 'true or false',
    accepts: (argument) => typeof argument === 'boolean',
    holds: (argument, actual) => argument === (actual !== undefined),
    says: (argument) => (argument ? 'any value' : 'nothing'),
  },
  $contains: {
    takes: 'a text that the text contains, or what one item of the array is',
    accepts: (argument) => argument !== undefined,
    holds: (argument, actual, matches) =>
      Array.isArray(actual)
        ? actual.some((item) => matches(argument, item))
        : typeof actual === 'string' && typeof argument === 'string' && actual.includes(argument),
    says: (argument) => `something that contains ${JSON.stringify(argument)}`,
  },
  $startsWith: {
    takes: 'a text',
    accepts: isText,
    holds: (argument, actual) => typeof actual === 'string' && actual.startsWith(String(argument)),
    says: (argument) => `a text that starts with ${JSON.stringify(argument)}`,
  },
  $endsWith: {
    takes: 'a text',
    accepts: isText,
    holds: (argument, actual) => typeof actual === 'string' && actual.endsWith(String(argument)),
    says: (argument) => `a text that ends with ${JSON.stringify(argument)}`,
  },
  $oneOf: {
    takes: 'an array of values',
    accepts: Array.isArray,
    holds: (argument, actual, matches) => (argument as unknown[]).some((item) => matches(item, actual)),
    says: (argument) => `one of ${(argument as unknown[]).map((item) => JSON.stringify(item)).join(', ')}`,
  },
};

/** An object whose members begin with `$` is no value, but what is asked of one. */
export function isOperators(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => Object.hasOwn(OPERATORS, name));
}

import { isObject, type JsonObject } from '../../src/contract/json.ts';

/** An operator that a matcher can use instead of an expected value, such as `$contains`. */
interface Operator {
  /** Describes the argument that the operator accepts, for a message. */
  readonly expectedArgument: string;
  accepts(argument: unknown): boolean;
  holds(argument: unknown, actual: unknown, matches: (expected: unknown, actual: unknown) => boolean): boolean;
  /** Describes the actual values that the operator with this argument accepts, for a message. */
  describe(argument: unknown): string;
}

const isString = (argument: unknown) => typeof argument === 'string';

/**
 * The operators by name. There is no operator for a regular expression, since the evaluation of a client's expression
 * could take very long.
 */
export const OPERATORS: Readonly<Record<string, Operator>> = {
  $exists: {
    expectedArgument: 'true or false',
    accepts: (argument) => typeof argument === 'boolean',
    holds: (argument, actual) => argument === (actual !== undefined),
    describe: (argument) => (argument ? 'any value' : 'nothing'),
  },
  $contains: {
    expectedArgument: 'a substring of a string, or an expected item of an array',
    accepts: (argument) => argument !== undefined,
    holds: (argument, actual, matches) =>
      Array.isArray(actual)
        ? actual.some((item) => matches(argument, item))
        : typeof actual === 'string' && typeof argument === 'string' && actual.includes(argument),
    describe: (argument) => `a value that contains ${JSON.stringify(argument)}`,
  },
  $startsWith: {
    expectedArgument: 'a string',
    accepts: isString,
    holds: (argument, actual) => typeof actual === 'string' && actual.startsWith(String(argument)),
    describe: (argument) => `a string that starts with ${JSON.stringify(argument)}`,
  },
  $endsWith: {
    expectedArgument: 'a string',
    accepts: isString,
    holds: (argument, actual) => typeof actual === 'string' && actual.endsWith(String(argument)),
    describe: (argument) => `a string that ends with ${JSON.stringify(argument)}`,
  },
  $oneOf: {
    expectedArgument: 'an array of values',
    accepts: Array.isArray,
    holds: (argument, actual, matches) => (argument as unknown[]).some((item) => matches(item, actual)),
    describe: (argument) => `one of ${(argument as unknown[]).map((item) => JSON.stringify(item)).join(', ')}`,
  },
};

/** Returns true if the value is an object whose property names are operators. */
export function isOperators(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => Object.hasOwn(OPERATORS, name));
}

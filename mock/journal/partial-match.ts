import { distance } from 'fastest-levenshtein';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import { append } from '../../src/contract/json-pointer.ts';
import { isOperators, OPERATORS } from './operators.ts';

/** A difference between a part of the expected value and the corresponding part of the actual value. */
export interface Difference {
  /** JSON Pointer of the part in the expected value. */
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
  /**
   * The size of the difference. For two strings, the size is from 0 (nearly equal) to 1 (completely different). If the
   * expected and the actual value are not both strings, the size is the number of values in the expected part, or 1 for
   * an operator.
   */
  readonly weight: number;
}

/** The text of an expected value, and the JSON Pointer of this value in the matcher. */
export interface Expectation {
  readonly pointer: string;
  readonly expected: string;
}

/** The number of steps that a query of the journal may still use. Each comparison of two values is a step. */
export class Budget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** @throws BudgetExceeded when no step is left */
  spend(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) throw new BudgetExceeded();
  }
}

/** The error of a query of the journal that needs more steps than its budget allows. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded';
}

/** The number of characters that a search in a string can compare in the time of one step. */
const STEP_CHARACTERS = 256;

/**
 * Returns true if the actual value matches the expected value. An actual object may have additional properties, and an
 * actual array must have the same length. If the expected value is an object of operators such as `{"$contains": "x"}`,
 * the actual value must satisfy every operator.
 */
export function matches(expected: unknown, actual: unknown, budget: Budget): boolean {
  budget.spend(typeof actual === 'string' ? 1 + actual.length / STEP_CHARACTERS : 1);
  if (isOperators(expected))
    return Object.entries(expected).every(([name, argument]) => holds(name, argument, actual, budget));
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, index) => matches(item, actual[index], budget))
    );
  if (isObject(expected))
    return (
      isObject(actual) &&
      Object.keys(expected).every((name) => matches(expected[name], propertyOf(actual, name), budget))
    );
  return expected === actual;
}

function holds(name: string, argument: unknown, actual: unknown, budget: Budget): boolean {
  return OPERATORS[name]?.holds(argument, actual, (item, part) => matches(item, part, budget)) ?? false;
}

/** Lists the differences between an expected and an actual value. */
export function differences(expected: unknown, actual: unknown, budget: Budget, pointer = ''): Difference[] {
  budget.spend();
  if (isOperators(expected)) return operatorDifferences(expected, actual, budget, pointer);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return [difference(expected, actual, pointer)];
    return expected.flatMap((item, index) => differences(item, actual[index], budget, append(pointer, index)));
  }
  if (isObject(expected)) {
    if (!isObject(actual)) return [difference(expected, actual, pointer)];
    return Object.keys(expected).flatMap((name) =>
      differences(expected[name], propertyOf(actual, name), budget, append(pointer, name)),
    );
  }
  return expected === actual ? [] : [difference(expected, actual, pointer)];
}

/** Lists the expected values and operators in an expected object or array, at any depth and in their order. */
export function expectations(expected: unknown, pointer = ''): Expectation[] {
  if (isOperators(expected)) return describeOperators(expected).map((text) => ({ pointer, expected: text }));
  const entries = Array.isArray(expected)
    ? [...expected.entries()]
    : isObject(expected)
      ? Object.entries(expected)
      : [];
  if (entries.length === 0) return [{ pointer, expected: toMessageText(expected) }];
  return entries.flatMap(([name, value]) => expectations(value, append(pointer, name)));
}

/** Converts a value to JSON text for a message, of at most 120 characters. Returns `nothing` for undefined. */
export function toMessageText(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= 120 ? text : `${text.slice(0, 117).toWellFormed()}…`;
}

function describeOperators(operators: JsonObject): string[] {
  return Object.entries(operators).map(([name, argument]) => OPERATORS[name]?.describe(argument) ?? name);
}

function operatorDifferences(operators: JsonObject, actual: unknown, budget: Budget, pointer: string): Difference[] {
  return Object.entries(operators)
    .filter(([name, argument]) => !holds(name, argument, actual, budget))
    .map(([name, argument]) => new ShownLater(pointer, 1, () => OPERATORS[name]?.describe(argument) ?? name, actual));
}

function difference(expected: unknown, actual: unknown, pointer: string): Difference {
  return new ShownLater(pointer, dissimilarity(expected, actual), () => toMessageText(expected), actual);
}

/**
 * A difference that creates its texts only when a caller reads them, since callers read only the weight of most
 * differences.
 */
class ShownLater implements Difference {
  readonly pointer: string;
  readonly weight: number;
  readonly #describe: () => string;
  readonly #actual: unknown;

  constructor(pointer: string, weight: number, describe: () => string, actual: unknown) {
    this.pointer = pointer;
    this.weight = weight;
    this.#describe = describe;
    this.#actual = actual;
  }

  get expected(): string {
    return this.#describe();
  }

  get actual(): string {
    return toMessageText(this.#actual);
  }
}

/**
 * The mock compares strings of at most this length character by character. The time for a comparison grows with the
 * square of the length, so the mock treats two strings as completely different if one of them is longer.
 */
const MAX_COMPARED = 200;

function dissimilarity(expected: unknown, actual: unknown): number {
  if (typeof expected !== 'string' || typeof actual !== 'string') return expectations(expected).length;
  const length = Math.max(expected.length, actual.length);
  return length > MAX_COMPARED ? 1 : distance(expected, actual) / length;
}

function propertyOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

import { distance } from 'fastest-levenshtein';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import { append } from '../../src/contract/json-pointer.ts';
import { isOperators, OPERATORS } from './operators.ts';

/** A place where the actual value differs from the expected value. */
export interface Difference {
  /** JSON Pointer into the expected value. */
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
  /** From 0 (nearly equal) to 1 for each missing or different value. */
  readonly weight: number;
}

/** An expected value and its place. */
export interface Expectation {
  readonly pointer: string;
  readonly expected: string;
}

/**
 * Lists the differences between an expected and an actual value. An object may have additional properties; an array
 * must have the same length. Of an object of operators (`{"$contains": "x"}`), each must hold.
 */
export function differences(expected: unknown, actual: unknown, pointer = ''): Difference[] {
  if (isOperators(expected)) return operatorDifferences(expected, actual, pointer);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return [difference(expected, actual, pointer)];
    return expected.flatMap((item, index) => differences(item, actual[index], append(pointer, index)));
  }
  if (isObject(expected)) {
    if (!isObject(actual)) return [difference(expected, actual, pointer)];
    return Object.keys(expected).flatMap((name) =>
      differences(expected[name], propertyOf(actual, name), append(pointer, name)),
    );
  }
  return expected === actual ? [] : [difference(expected, actual, pointer)];
}

/** Lists the expected values in their order. */
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

/** Converts a value to JSON for a message. Cuts a long value. */
export function toMessageText(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= 120 ? text : `${text.slice(0, 117).toWellFormed()}…`;
}

function describeOperators(operators: JsonObject): string[] {
  return Object.entries(operators).map(([name, argument]) => OPERATORS[name]?.describe(argument) ?? name);
}

function operatorDifferences(operators: JsonObject, actual: unknown, pointer: string): Difference[] {
  return Object.entries(operators)
    .filter(([name, argument]) => !OPERATORS[name]?.holds(argument, actual, matches))
    .map(([name, argument]) => ({
      pointer,
      expected: OPERATORS[name]?.describe(argument) ?? name,
      actual: toMessageText(actual),
      weight: 1,
    }));
}

function matches(expected: unknown, actual: unknown): boolean {
  return differences(expected, actual).length === 0;
}

function difference(expected: unknown, actual: unknown, pointer: string): Difference {
  return {
    pointer,
    expected: toMessageText(expected),
    actual: toMessageText(actual),
    weight: dissimilarity(expected, actual),
  };
}

/** Longest string that is compared by characters, since the time grows with the square of the length. */
const MAX_COMPARED = 200;

function dissimilarity(expected: unknown, actual: unknown): number {
  if (typeof expected !== 'string' || typeof actual !== 'string') return expectations(expected).length;
  const length = Math.max(expected.length, actual.length);
  return length > MAX_COMPARED ? 1 : distance(expected, actual) / length;
}

function propertyOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

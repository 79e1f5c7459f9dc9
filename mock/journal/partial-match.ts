import { distance } from 'fastest-levenshtein';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import { append } from '../../src/contract/json-pointer.ts';
import { isOperators, OPERATORS } from './operators.ts';

/** One place where a value is not what was expected. */
export interface Difference {
  /** JSON Pointer into what was expected. */
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
  /** From 0, nearly the same, to 1 for each value that is missing or another one. */
  readonly weight: number;
}

/** One value that is expected. */
export interface Expectation {
  readonly pointer: string;
  readonly expected: string;
}

/**
 * Where a value does not have what was expected of it. Objects must have the members that are
 * expected, and may have others; arrays have the same length; an object of operators (`{"$contains": "x"}`)
 * holds when each of them does.
 */
export function differences(expected: unknown, actual: unknown, pointer = ''): Difference[] {
  if (isOperators(expected)) return unmet(expected, actual, pointer);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return [another(expected, actual, pointer)];
    return expected.flatMap((item, index) => differences(item, actual[index], append(pointer, index)));
  }
  if (isObject(expected)) {
    if (!isObject(actual)) return [another(expected, actual, pointer)];
    return Object.keys(expected).flatMap((name) =>
      differences(expected[name], memberOf(actual, name), append(pointer, name)),
    );
  }
  return expected === actual ? [] : [another(expected, actual, pointer)];
}

/** Each value that is expected, in the order in which it stands. */
export function expectations(expected: unknown, pointer = ''): Expectation[] {
  if (isOperators(expected)) return says(expected).map((text) => ({ pointer, expected: text }));
  const members = Array.isArray(expected)
    ? [...expected.entries()]
    : isObject(expected)
      ? Object.entries(expected)
      : [];
  if (members.length === 0) return [{ pointer, expected: shown(expected) }];
  return members.flatMap(([name, member]) => expectations(member, append(pointer, name)));
}

/** A value in a message: as JSON, the beginning of a long one. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= 120 ? text : `${text.slice(0, 117).toWellFormed()}…`;
}

function says(operators: JsonObject): string[] {
  return Object.entries(operators).map(([name, argument]) => OPERATORS[name]?.says(argument) ?? name);
}

function unmet(operators: JsonObject, actual: unknown, pointer: string): Difference[] {
  return Object.entries(operators)
    .filter(([name, argument]) => !OPERATORS[name]?.holds(argument, actual, matches))
    .map(([name, argument]) => ({
      pointer,
      expected: OPERATORS[name]?.says(argument) ?? name,
      actual: shown(actual),
      weight: 1,
    }));
}

function matches(expected: unknown, actual: unknown): boolean {
  return differences(expected, actual).length === 0;
}

function another(expected: unknown, actual: unknown, pointer: string): Difference {
  return { pointer, expected: shown(expected), actual: shown(actual), weight: unlikeness(expected, actual) };
}

/** The longest text that is compared by its characters: the time grows with the square. */
const MAX_COMPARED = 200;

function unlikeness(expected: unknown, actual: unknown): number {
  if (typeof expected !== 'string' || typeof actual !== 'string') return expectations(expected).length;
  const length = Math.max(expected.length, actual.length);
  return length > MAX_COMPARED ? 1 : distance(expected, actual) / length;
}

function memberOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

import type { Contract } from '../../src/contract/contract.ts';
import { type PathParameters, pathReader } from '../../src/contract/document/path-template.ts';
import { isObject } from '../../src/contract/json.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { MatcherInput } from './matcher-input.ts';
import { isOperators } from './operators.ts';
import {
  type Budget,
  type Difference,
  differences,
  type Expectation,
  expectations,
  matches,
  toMessageText,
} from './partial-match.ts';

/** A condition of a matcher. An exchange matches the matcher if the exchange fulfils all conditions. */
export interface Criterion {
  /**
   * The factor for the weight of each difference in this criterion when the journal orders near misses. For example,
   * the criterion for the operation has a higher factor than the criterion for the request body.
   */
  readonly weight: number;
  readonly expectations: readonly Expectation[];
  readonly matches: (entry: JournalEntry, budget: Budget) => boolean;
  readonly differences: (entry: JournalEntry, budget: Budget) => readonly Difference[];
}

type Read = (entry: JournalEntry) => unknown;

/**
 * An expected value, and the function that reads the actual value from an exchange. If `holds` is present, `holds`
 * evaluates the actual value. If `holds` is absent, `matches` compares the actual value with the expected value.
 */
interface Condition {
  readonly pointer: string;
  readonly weight: number;
  readonly expected: unknown;
  readonly read: Read;
  readonly holds?: (actual: unknown) => boolean;
}

export function criteria(input: MatcherInput, contract: Contract): Criterion[] {
  return conditions(input, contract)
    .filter(({ expected }) => expected !== undefined)
    .map((condition) => (condition.holds ? testedCriterion(condition, condition.holds) : comparedCriterion(condition)));
}

function conditions({ request, response, ...input }: MatcherInput, contract: Contract): Condition[] {
  const { operationId, method, path, params, query, status, rule, violations } = input;
  return [
    { pointer: '/operationId', weight: 4, expected: operationId, read: (entry) => entry.operationId },
    { pointer: '/method', weight: 2, expected: method?.toUpperCase(), read: (entry) => entry.method },
    { pointer: '/path', weight: 4, expected: path, read: pathnameOf, holds: pathTest(path ?? '') },
    { pointer: '/params', weight: 1, expected: params, read: parametersOf(contract) },
    { pointer: '/query', weight: 1, expected: query, read: queryOf },
    {
      pointer: '/status',
      weight: 2,
      expected: status,
      read: ({ response: is }) => is?.status,
      holds: statusTest(status),
    },
    {
      pointer: '/rule',
      weight: 2,
      expected: rule,
      read: ({ rules }) => rules,
      holds: (rules) => includes(rules, rule),
    },
    { pointer: '/violations', weight: 2, expected: violations, read: (entry) => entry.violations !== undefined },
    ...messageConditions('/request', request, (entry) => entry.request),
    ...messageConditions('/response', response, (entry) => entry.response),
  ];
}

function messageConditions(
  pointer: string,
  expected: MatcherInput['request'],
  message: (entry: JournalEntry) => JournalEntry['request'] | undefined,
): Condition[] {
  const headers = expected?.headers && lowerCased(expected.headers);
  return [
    { pointer: `${pointer}/headers`, weight: 1, expected: headers, read: (entry) => message(entry)?.headers },
    { pointer: `${pointer}/body`, weight: 1, expected: expected?.body, read: (entry) => message(entry)?.body },
  ];
}

/** Creates a criterion that compares the actual value with the expected properties, items or operators. */
function comparedCriterion({ pointer, weight, expected, read }: Condition): Criterion {
  // If the actual object is absent, a comparison with `{}` shows each expected property as missing.
  const absent = isObject(expected) && !isOperators(expected) ? {} : undefined;
  return {
    weight,
    expectations: expectations(expected, pointer),
    matches: (entry, budget) => matches(expected, read(entry) ?? absent, budget),
    differences: (entry, budget) => {
      const actual = read(entry);
      return differences(expected, actual === undefined ? absent : actual, budget, pointer);
    },
  };
}

function testedCriterion(
  { pointer, weight, expected, read }: Condition,
  holds: (actual: unknown) => boolean,
): Criterion {
  return {
    weight,
    expectations: [{ pointer, expected: toMessageText(expected) }],
    matches: (entry, budget) => {
      budget.spend();
      return holds(read(entry));
    },
    differences: (entry) => {
      const actual = read(entry);
      return holds(actual)
        ? []
        : [{ pointer, expected: toMessageText(expected), actual: toMessageText(actual), weight: 1 }];
    },
  };
}

/**
 * Creates a function that compares an actual path with a pattern. In the pattern, `{name}` matches at least one
 * character within a segment, and `*` at the end matches any further text.
 */
function pathTest(path: string): (actual: unknown) => boolean {
  const open = path.endsWith('*');
  const segments = (open ? path.slice(0, -1) : path).split('/').map((segment) => segment.split(/\{[^{}]*\}/));
  return (actual) => {
    const parts = String(actual).split('/');
    if (open ? parts.length < segments.length : parts.length !== segments.length) return false;
    const isLast = (index: number) => open && index === segments.length - 1;
    return segments.every((literals, index) => segmentMatches(literals, parts[index] ?? '', isLast(index)));
  };
}

/**
 * Returns true if a segment of the path consists of the literals of the pattern, with at least one character between
 * two literals. The function uses the first occurrence of each literal, so the required time is linear in the length of
 * the segment.
 * @param open true if further text may follow the last literal
 */
function segmentMatches(literals: readonly string[], segment: string, open: boolean): boolean {
  const [first = '', ...more] = literals;
  if (!segment.startsWith(first)) return false;
  const last = more.pop();
  if (last === undefined) return open || segment === first;
  let at = first.length;
  for (const literal of more) {
    const found = segment.indexOf(literal, at + 1);
    if (found < 0) return false;
    at = found + literal.length;
  }
  if (!open) return segment.endsWith(last) && segment.length - last.length > at;
  return last === '' ? segment.length > at : segment.indexOf(last, at + 1) > 0;
}

/** Creates a function that compares a status with an expected status, or with a class of statuses such as `4XX`. */
function statusTest(status: number | string | undefined): (actual: unknown) => boolean {
  const pattern = new RegExp(`^${String(status).replace('XX', '\\d\\d')}$`);
  return (actual) => pattern.test(String(actual));
}

function includes(list: unknown, item: unknown): boolean {
  return Array.isArray(list) && list.includes(item);
}

function pathnameOf({ path }: JournalEntry): string {
  const [pathname = ''] = path.split('?', 1);
  return pathname;
}

/** Returns the values of the query parameters, by name. The value of a repeated parameter is an array. */
function queryOf({ path }: JournalEntry): Record<string, string | string[]> {
  const start = path.indexOf('?');
  const values = new URLSearchParams(start < 0 ? '' : path.slice(start));
  return Object.fromEntries(
    [...new Set(values.keys())].map((name) => {
      const [first = '', ...more] = values.getAll(name);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
}

/** Creates a function that reads the values of the path parameters from the path of an exchange. */
function parametersOf(contract: Contract): (entry: JournalEntry) => PathParameters | undefined {
  const readers = new Map(
    contract.operations.map(({ operationId, path }) => [operationId, pathReader(contract.basePath + path)]),
  );
  return (entry) => readers.get(entry.operationId ?? '')?.(pathnameOf(entry));
}

function lowerCased(headers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).map(([name, expected]) => [name.toLowerCase(), expected]));
}

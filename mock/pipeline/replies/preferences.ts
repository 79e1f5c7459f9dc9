import { brief } from '../../../src/contract/json.ts';
import { type Violation, violation } from '../../../src/contract/schema/violation.ts';
import { Problem } from '../../core/problem.ts';
import type { Request } from '../http.ts';
import { parsePrefer } from './parse-prefer.ts';

/** The preferences of a client for one response. */
export interface Preferences {
  readonly code?: number;
  readonly example?: string;
  readonly dynamic?: boolean;
  /** The delay of the response, in milliseconds. */
  readonly delay?: number;
}

type Name = keyof Preferences;

const MAX_DELAY = 60_000;

/**
 * For each preference: the function that converts its text to its value, and the description of the valid values for a
 * message. If the text of a preference is invalid, the function returns undefined.
 */
const VALUES: { readonly [N in Name]: readonly [read: (text: string) => Preferences[N], expected: string] } = {
  code: [(text) => (/^[2-5]\d\d$/.test(text) ? Number(text) : undefined), 'a status from 200 to 599'],
  example: [(text) => text || undefined, 'the name of an example'],
  dynamic: [(text) => (text === '' || text === 'true' ? true : text === 'false' ? false : undefined), 'true or false'],
  delay: [
    (text) => (/^\d{1,5}$/.test(text) && Number(text) <= MAX_DELAY ? Number(text) : undefined),
    `milliseconds, from 0 to ${MAX_DELAY}`,
  ],
};

interface Given {
  readonly name: Name;
  readonly value: string;
  readonly in: 'header' | 'query';
}

/**
 * Reads the preferences of a request from its `Prefer` headers (RFC 7240), and then from its query (`__code=404`). If a
 * preference occurs several times, only the first value counts (RFC 7240 §2). The mock ignores unknown preferences.
 */
export function readPreferences({ headers, query }: Pick<Request, 'headers' | 'query'>): Preferences | Problem {
  const header = ofHeader([headers.prefer ?? []].flat().join());
  if (!header) return unreadable(String(headers.prefer));
  const preferences: Record<string, unknown> = {};
  const violations: Violation[] = [];
  for (const given of [...header, ...ofQuery(query)]) {
    if (Object.hasOwn(preferences, given.name)) continue;
    const [read, expected] = VALUES[given.name];
    preferences[given.name] = read(given.value);
    if (preferences[given.name] === undefined) violations.push(toViolation(given, expected));
  }
  const [first] = violations;
  return first ? new Problem('invalidRequest', first.detail, { violations }) : preferences;
}

/**
 * Reads the preferences in a `Prefer` header. A parameter of a preference, such as `dynamic` in
 * `code=404; dynamic=true`, also counts as a preference. Returns undefined if the header is invalid.
 */
function ofHeader(text: string): Given[] | undefined {
  return parsePrefer(text)
    ?.flatMap((preference) => [preference, ...(isName(preference.name) ? preference.parameters : [])])
    .flatMap(({ name, value }) => (isName(name) ? [{ name, value, in: 'header' }] : []));
}

function ofQuery(query: Request['query']): Given[] {
  return (Object.keys(VALUES) as Name[]).flatMap((name) => {
    const [value] = [query[`__${name}`]].flat();
    return typeof value === 'string' ? [{ name, value, in: 'query' }] : [];
  });
}

function isName(name: string): name is Name {
  return Object.hasOwn(VALUES, name);
}

function toViolation({ name, value, in: place }: Given, expected: string): Violation {
  const [pointer, subject] = place === 'header' ? ['/Prefer', `Prefer ${name}`] : [`/__${name}`, `__${name}`];
  const actual = brief(value);
  const detail = `${subject} is ${actual}; expected ${expected}.`;
  return violation(place, pointer, expected, actual, detail);
}

function unreadable(header: string): Problem {
  const expected = 'preferences separated by commas, for example code=404, delay=100 (RFC 7240 §2)';
  const actual = brief(header);
  const detail = `Prefer is ${actual}; expected ${expected}.`;
  return new Problem('invalidRequest', detail, {
    violations: [violation('header', '/Prefer', expected, actual, detail)],
  });
}

import { brief } from '../../../src/contract/json.ts';
import { type Violation, violation } from '../../../src/contract/schema/violation.ts';
import { Problem } from '../../core/problem.ts';
import type { Request } from '../http.ts';
import { parsePrefer } from './parse-prefer.ts';

/** How a client wants to be answered this time. */
export interface Preferences {
  readonly code?: number;
  readonly example?: string;
  readonly dynamic?: boolean;
  /** Milliseconds. */
  readonly delay?: number;
}

type Name = keyof Preferences;

const MAX_DELAY = 60_000;

/** For each preference: how it is read, undefined when it cannot be, and what it takes. */
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
 * The preferences of a request: of its `Prefer` headers (RFC 7240), else of its query (`__code=404`).
 * Of several the first counts (§2); those that are unknown are ignored.
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

/** A client may write `code=404; dynamic=true`: then the one is a parameter of the other. */
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
  const [pointer, subject] = place === 'header' ? ['/Prefer', `Prefer: ${name}`] : [`/__${name}`, `__${name}`];
  const actual = brief(value);
  const detail = `${subject}: expected ${expected}, got ${actual}.`;
  return violation(place, pointer, expected, actual, detail);
}

function unreadable(header: string): Problem {
  const expected = 'preferences separated by commas, such as code=404, delay=100 (RFC 7240 §2)';
  const actual = brief(header);
  const detail = `Prefer: expected ${expected}, got ${actual}.`;
  return new Problem('invalidRequest', detail, {
    violations: [violation('header', '/Prefer', expected, actual, detail)],
  });
}

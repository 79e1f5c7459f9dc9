import type { JsonObject } from '../../src/contract/json.ts';
import { valueAt } from '../../src/contract/json-pointer.ts';
import type { Kind } from '../core/kinds.ts';
import { Problem } from '../core/problem.ts';
import type { Key } from '../core/store.ts';

/**
 * Converts the filters in a query to a prefix: a record matches the filters if its key begins with this prefix. Each
 * filter contains the value of one part of the record key. A query with a filter for one part of the record key must
 * contain the filters for all previous parts of this key.
 */
export function prefixOf({ filters }: Kind, query: Readonly<Record<string, unknown>>): Key | Problem {
  const prefix: string[] = [];
  for (const [index, { name }] of filters.entries()) {
    const value = query[name];
    if (typeof value !== 'string') continue;
    const missing = filters[prefix.length]?.name;
    if (prefix.length < index) return new Problem('invalidRequest', `Query parameter ${name} requires ${missing}.`);
    prefix.push(value);
  }
  return prefix;
}

/**
 * Returns a page of records in the order of their time of creation, with the newest record first. `next` contains the
 * time of creation and the key of the last record on the returned page, and `after` contains both values for the
 * previous page. A client can therefore request the next page even if the last record on the previous page was deleted
 * in the meantime.
 */
export function newestFirst(
  kind: Kind,
  records: readonly JsonObject[],
  { after, limit }: { readonly after: Key | undefined; readonly limit: number },
): { readonly items: JsonObject[]; readonly next: Key | undefined } {
  const timeOf = (record: JsonObject) => String(Date.parse(String(valueAt(record, kind.created ?? ''))) || 0);
  const placed = records.map((record) => ({ record, place: [timeOf(record), ...kind.key(record)] }));
  const found = placed
    .filter(({ place }) => after === undefined || byTime(after, place) < 0)
    .sort((a, b) => byTime(a.place, b.place));
  const page = found.slice(0, limit);
  return { items: page.map(({ record }) => record), next: found.length > limit ? page.at(-1)?.place : undefined };
}

function byTime([time, ...key]: Key, [otherTime, ...otherKey]: Key): number {
  return Number(otherTime) - Number(time) || (JSON.stringify(key) < JSON.stringify(otherKey) ? -1 : 1);
}

/** Encodes the key of the last record on a page as the cursor of the next page, which clients must treat as opaque. */
export function cursorOf(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

export function cursorKey(cursor: unknown): Key | undefined | Problem {
  if (cursor === undefined) return undefined;
  try {
    const key: unknown = JSON.parse(Buffer.from(String(cursor), 'base64url').toString());
    if (Array.isArray(key) && key.every((part) => typeof part === 'string')) return key;
  } catch {
    // The cursor is not JSON and is rejected below.
  }
  return new Problem(
    'invalidRequest',
    'after is not a valid cursor; expected the unchanged value of next from the previous page.',
  );
}

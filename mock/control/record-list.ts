import type { Kind } from '../core/kinds.ts';
import { Problem } from '../core/problem.ts';
import type { Key } from '../core/store.ts';

/** Returns the key prefix that the filters select. Each filter requires the filters before it. */
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

/** Encodes the key of the last record of a page. Clients must treat a cursor as opaque. */
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

import type { Kind } from '../core/kinds.ts';
import { Problem } from '../core/problem.ts';
import type { Key } from '../core/store.ts';

/** The beginning of the keys that the filters select. Each filter needs those before it. */
export function prefixOf({ filters }: Kind, query: Readonly<Record<string, unknown>>): Key | Problem {
  const prefix: string[] = [];
  for (const [index, { name }] of filters.entries()) {
    const value = query[name];
    if (typeof value !== 'string') continue;
    const missing = filters[prefix.length]?.name;
    if (prefix.length < index) return new Problem('invalidRequest', `${name} needs ${missing} beside it.`);
    prefix.push(value);
  }
  return prefix;
}

/** Opaque to clients: where a part ends. */
export function cursorOf(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

export function cursorKey(cursor: unknown): Key | undefined | Problem {
  if (cursor === undefined) return undefined;
  try {
    const key: unknown = JSON.parse(Buffer.from(String(cursor), 'base64url').toString());
    if (Array.isArray(key) && key.every((part) => typeof part === 'string')) return key;
  } catch {
    // Not JSON: see below.
  }
  return new Problem('invalidRequest', 'after takes the next of the part before, as it was given.');
}

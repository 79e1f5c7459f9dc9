import type { Key } from '../core/store.ts';

/** Converts the key of a record to JSON text, in which the parts of the key are separated unambiguously. */
export function toText(key: Key): string {
  return JSON.stringify(key);
}

/** Returns the common prefix of the texts of all keys that begin with the given parts. */
export function toPrefix(parts: Key): string {
  return parts.length === 0 ? '[' : `${toText(parts).slice(0, -1)},`;
}

/** Returns the bounds of the texts of all keys that begin with the given parts. Both bounds are exclusive. */
export function toRange(parts: Key): [after: string, before: string] {
  const start = toPrefix(parts);
  return [start, `${start}\u{10FFFF}`];
}

import type { Key } from '../core/store.ts';

/** Converts a key to text. JSON separates its parts unambiguously. */
export function toText(key: Key): string {
  return JSON.stringify(key);
}

/** The common prefix of the texts of all keys that begin with these parts. */
export function toPrefix(parts: Key): string {
  return parts.length === 0 ? '[' : `${toText(parts).slice(0, -1)},`;
}

/** The bounds of the texts of all keys that begin with these parts. Both bounds are exclusive. */
export function toRange(parts: Key): [after: string, before: string] {
  const start = toPrefix(parts);
  return [start, `${start}\u{10FFFF}`];
}

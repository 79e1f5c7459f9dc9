import type { Key } from '../core/store.ts';

/** JSON keeps the parts of a key apart, whatever they hold. */
export function toText(key: Key): string {
  return JSON.stringify(key);
}

/** How the texts of all keys begin that begin with these parts. */
export function toPrefix(parts: Key): string {
  return parts.length === 0 ? '[' : `${toText(parts).slice(0, -1)},`;
}

/** Between which texts those of all keys lie that begin with these parts: after the first, before the second. */
export function toRange(parts: Key): [after: string, before: string] {
  const start = toPrefix(parts);
  return [start, `${start}\u{10FFFF}`];
}

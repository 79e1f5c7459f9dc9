import type { Key } from './store.ts';

/** JSON keeps the parts of a key apart, whatever they hold. */
export function toText(key: Key): string {
  return JSON.stringify(key);
}

/** How the texts of all keys begin that begin with these parts. */
export function toPrefix(parts: Key): string {
  return parts.length === 0 ? '[' : `${toText(parts).slice(0, -1)},`;
}

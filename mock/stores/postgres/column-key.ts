import { hash } from 'node:crypto';
import type { Key } from '../../core/store.ts';
import { toRange, toText } from '../key-text.ts';

/**
 * Maximum number of bytes of one part of a key, as JSON text, in the column `key`. An index of PostgreSQL accepts at most
 * 2,704 bytes, and a key has at most four parts.
 */
const MAX_BYTES = 600;
const SHOWN_CHARACTERS = 32;

/** Returns the text of a key for the column `key`. A digest replaces the end of each long part. */
export function toColumn(key: Key): string {
  return toText(key.map(shortened));
}

/** Returns the bounds of the texts of all keys that begin with the given parts. Both bounds are exclusive. */
export function toColumnRange(parts: Key): [after: string, before: string] {
  return toRange(parts.map(shortened));
}

function shortened(part: string): string {
  // JSON needs at most six bytes for one UTF-16 unit.
  if (part.length * 6 + 2 <= MAX_BYTES || Buffer.byteLength(JSON.stringify(part)) <= MAX_BYTES) return part;
  return `${part.slice(0, SHOWN_CHARACTERS)}… ${hash('sha256', part)}`;
}

import { randomBytes } from 'node:crypto';

/** Shorter ones may be serial numbers, and names that people gave. */
const UNGUESSABLE_LENGTH = 16;

/**
 * The identifier or name without its last character; undefined where nothing is left, or what may well be another one
 * that exists: 100 beside 1001, `app-1` and `app` beside `app-10` and `apps`.
 */
export function cutShort(identifier: string): string | undefined {
  const hasNeighbours = identifier.length < UNGUESSABLE_LENGTH && /[\ds]$/i.test(identifier);
  return hasNeighbours ? undefined : identifier.slice(0, -1) || undefined;
}

/** The identifier with something behind it that no other one has. */
export function prolonged(identifier: string): string {
  return `${identifier}-${randomBytes(4).toString('hex')}`;
}

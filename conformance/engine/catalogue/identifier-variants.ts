import { randomBytes } from 'node:crypto';

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Shorter runs of letters and digits may be words and serial numbers. */
const RANDOM_LENGTH = 16;

/** True if they are one: the letter case of a UUID says nothing (RFC 9562 §4). */
export function isSameId(one: string, other: string): boolean {
  return one === other || (UUID.test(one) && one.toLowerCase() === other.toLowerCase());
}

/** True if nobody counted it or gave it as a name, so that what is nearly the same belongs to nothing. */
export function isUnguessable(identifier: string): boolean {
  const isRandom = (run: string) => run.length >= RANDOM_LENGTH && /\d/.test(run) && /[a-z]/i.test(run);
  return UUID.test(identifier) || identifier.split(/[^0-9a-z]+/i).some(isRandom);
}

/**
 * The identifier or name without its last character; undefined where nothing is left, or what may well be another one
 * that exists: 100 beside 1001, `app-1` and `app` beside `app-10` and `apps`.
 */
export function cutShort(identifier: string): string | undefined {
  const hasNeighbours = !isUnguessable(identifier) && /[\ds]$/i.test(identifier);
  return hasNeighbours ? undefined : [...identifier].slice(0, -1).join('') || undefined;
}

/** The identifier with something behind it that no other one has. */
export function prolonged(identifier: string): string {
  return `${identifier}-${randomBytes(4).toString('hex')}`;
}

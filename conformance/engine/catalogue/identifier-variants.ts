import { randomBytes } from 'node:crypto';

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Minimum length of a random part: shorter parts may be words or serial numbers. */
const RANDOM_LENGTH = 16;

/** True if two IDs are equal; UUIDs are equal in any letter case (RFC 9562 §4). */
export function isSameId(one: string, other: string): boolean {
  return one === other || (UUID.test(one) && one.toLowerCase() === other.toLowerCase());
}

/** True if the identifier is random, so that a similar identifier does not exist. */
export function isRandomId(identifier: string): boolean {
  const isRandom = (run: string) => run.length >= RANDOM_LENGTH && /\d/.test(run) && /[a-z]/i.test(run);
  return UUID.test(identifier) || identifier.split(/[^0-9a-z]+/i).some(isRandom);
}

/**
 * The identifier or name without its last character. Undefined if the result is empty or may exist: 100 for 1001,
 * `app-1` for `app-10`, `app` for `apps`.
 */
export function withoutLastCharacter(identifier: string): string | undefined {
  const maySimilarExist = !isRandomId(identifier) && /[\ds]$/i.test(identifier);
  return maySimilarExist ? undefined : [...identifier].slice(0, -1).join('') || undefined;
}

/** The identifier with a random suffix. */
export function withSuffix(identifier: string): string {
  return `${identifier}-${randomBytes(4).toString('hex')}`;
}

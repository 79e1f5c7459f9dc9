import { randomBytes, randomUUID } from 'node:crypto';
import { swapCase } from '../../connection/secrets.ts';

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/**
 * Matches identifiers whose letter case may not matter: hexadecimal numbers, and base32 (RFC 4648 §6) such as a ULID.
 */
export const CASELESS = /^[0-9a-fA-F-]*$|^[0-9A-Z-]{16,}$/;
/**
 * The minimum length in characters of a part of an identifier that counts as random: a shorter part may be a word or a
 * serial number.
 */
const RANDOM_LENGTH = 16;

/** True if two identifiers are equal. The letter case of a UUID does not matter (RFC 9562 §4). */
export function isSameId(one: string, other: string): boolean {
  return one === other || (UUID.test(one) && one.toLowerCase() === other.toLowerCase());
}

/** True if the identifier contains a random part, so that no record has a similar identifier by chance. */
export function isRandomId(identifier: string): boolean {
  const isRandom = (run: string) => run.length >= RANDOM_LENGTH && /\d/.test(run) && /[a-z]/i.test(run);
  return UUID.test(identifier) || identifier.split(/[^0-9a-z]+/i).some(isRandom);
}

/**
 * The identifier or name without its last character; undefined if the result is empty, or if another record may have
 * this identifier. For example, if a record has the ID 1001, another record may have the ID 100.
 */
export function withoutLastCharacter(identifier: string): string | undefined {
  const maySimilarExist = !isRandomId(identifier) && /[\ds]$/i.test(identifier);
  return maySimilarExist ? undefined : [...identifier].slice(0, -1).join('') || undefined;
}

/** The identifier with a random suffix. */
export function withSuffix(identifier: string): string {
  return `${identifier}-${randomBytes(4).toString('hex')}`;
}

const encodedLetter = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
/** The identifier with an accent on its first vowel; with a hyphen at its end if it has no vowel. */
export function accented(id: string): string {
  const changed = id.replace(/[aeiou]/i, (vowel) => `${vowel}\u0301`.normalize('NFC'));
  return changed === id ? `${id}-` : changed;
}
/** The letter or digit in its full-width Unicode form. */
const fullWidth = (letter: string) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0);

/**
 * Changed spellings of an identifier. A target must not find a record under a changed spelling of its identifier
 * (requirement D17).
 */
export const ID_SPELLINGS: readonly (readonly [id: string, spelling: string, spell: (id: string) => string])[] = [
  ['without-dashes', 'without dashes', (id) => (UUID.test(id) ? id.replaceAll('-', '') : `${id}-`)],
  ['in-another-case', 'in another letter case', (id) => (CASELESS.test(id) ? `${id}-` : swapCase(id))],
  ['in-braces', 'in braces', (id) => `{${id}}`],
  ['with-a-leading-zero', 'with a leading zero', (id) => `0${id}`],
  ['with-a-leading-space', 'with a leading space', (id) => ` ${id}`],
  ['with-a-trailing-space', 'with a trailing space', (id) => `${id} `],
  ['with-a-plus-sign-before-it', 'with a leading plus sign', (id) => `+${id}`],
  ['as-a-URN', 'as a URN', (id) => `urn:uuid:${id}`],
  ['with-a-slash-behind-it', 'followed by a slash', (id) => `${id}/`],
  ['with-a-semicolon-behind-it', 'followed by a semicolon', (id) => `${id};v=1`],
  ['with-a-query-behind-it', 'followed by a query', (id) => `${id}?x=1`],
  ['with-a-fragment-behind-it', 'followed by a fragment', (id) => `${id}#x`],
  ['in-quotation-marks', 'in quotation marks', (id) => `"${id}"`],
  ['with-a-wildcard-behind-it', 'followed by a wildcard of databases (%)', (id) => `${id}%`],
  [
    'with-a-wildcard-inside',
    'with a wildcard of databases (_) in place of a character',
    (id) => id.replace(/[0-9a-z]/i, '_'),
  ],
  ['with-an-accent', 'with an accent on a letter', accented],
  ['with-a-line-break-behind-it', 'followed by a line break', (id) => `${id}\n`],
  ['with-a-null-character-behind-it', 'followed by a null character', (id) => `${id}\u0000`],
  ['with-a-file-extension', 'with a file extension', (id) => `${id}.json`],
  ['encoded-twice', 'encoded twice', (id) => id.replace(/[0-9a-z]/i, encodedLetter)],
  ['in-full-width-characters', 'in full-width characters', (id) => id.replaceAll(/[0-9a-zA-Z]/g, fullWidth)],
  ['beside-another-one', 'after another one and a comma', (id) => `${randomUUID()},${id}`],
  ['before-another-one', 'followed by a comma and another one', (id) => `${id},${randomUUID()}`],
  // Google's design guide for APIs defines custom methods in this form.
  ['with-a-custom-method', 'followed by a colon and a word', (id) => `${id}:get`],
  ['with-other-dashes', 'with other dashes', (id) => (id.includes('-') ? id.replaceAll('-', '\u2010') : `${id}\u2010`)],
];

import { hash, randomBytes } from 'node:crypto';
import { isFieldValue } from '../connection/field-value.ts';
import { swapCase } from '../connection/secrets.ts';
import { CASELESS } from '../engine/catalogue/identifier-variants.ts';
import type { Session } from '../engine/session.ts';

/**
 * A case ID, a description for messages, and a function that returns a wrong API key, or undefined for a request
 * without an API key.
 */
export type KeyCase = readonly [id: string, what: string, key: (session: Session) => string | undefined];

export const MISSING: KeyCase = ['missing', 'without an API key', () => undefined];
export const UNKNOWN: KeyCase = [
  'unknown',
  'with an unknown API key',
  () => `unknown-${randomBytes(12).toString('hex')}`,
];

/** Wrong API keys that every operation must reject. */
export const KEYS: readonly KeyCase[] = [
  MISSING,
  ['empty', 'with an empty API key', () => ''],
  UNKNOWN,
  ['longer', 'with an additional character after the API key', ({ target }) => `${target.apiKey}x`],
  ['shorter', 'without the last character of the API key', ({ target }) => target.apiKey.slice(0, -1)],
  ['other-case', 'with the API key in another letter case', ({ target }) => inOtherCase(target.apiKey)],
  ['constructor', 'with the API key constructor, a property of every JavaScript object', () => 'constructor'],
  ['null', 'with the API key null', () => 'null'],
  ['token', 'with an API key that has the form of a JSON Web Token', () => 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln'],
  ['undefined', 'with the API key undefined', () => 'undefined'],
];

/** Replaces a character of the API key by a digit, which almost every kind of API key allows. */
const withOtherCharacter = (apiKey: string, index: number) =>
  apiKey.slice(0, index) + (apiKey[index] === '0' ? '1' : '0') + apiKey.slice(index + 1);
const half = ({ length }: string) => Math.floor(length / 2);

/**
 * Wrong API keys that a server with a faulty comparison may accept. The operations share these API keys: each operation
 * gets some of them.
 */
export const WRONG_KEYS: readonly KeyCase[] = [
  [
    'last-character',
    'with the API key whose last character is changed',
    ({ target }) => withOtherCharacter(target.apiKey, target.apiKey.length - 1),
  ],
  [
    'first-character',
    'with the API key whose first character is changed',
    ({ target }) => withOtherCharacter(target.apiKey, 0),
  ],
  [
    'middle-character',
    'with the API key whose middle character is changed',
    ({ target }) => withOtherCharacter(target.apiKey, half(target.apiKey)),
  ],
  ['first-half', 'with the first half of the API key', ({ target }) => target.apiKey.slice(0, half(target.apiKey))],
  ['second-half', 'with the second half of the API key', ({ target }) => target.apiKey.slice(half(target.apiKey))],
  ['accented', 'with an accent on a letter of the API key', ({ target }) => accented(target.apiKey)],
  [
    'spaced',
    'with a space in the middle of the API key',
    ({ target: { apiKey } }) => `${apiKey.slice(0, half(apiKey))} ${apiKey.slice(half(apiKey))}`,
  ],
  ['quoted', 'with the API key in quotation marks', ({ target }) => `"${target.apiKey}"`],
  ['base64', 'with the API key in Base64', ({ target }) => Buffer.from(target.apiKey).toString('base64')],
  ['sha-256', 'with the SHA-256 of the API key', ({ target }) => hash('sha256', target.apiKey)],
  ['percent-encoded', 'with the percent-encoded API key', ({ target }) => percentEncoded(target.apiKey)],
  ['bearer', 'with the API key after the word Bearer', ({ target }) => `Bearer ${target.apiKey}`],
  ...['*', '%', '_', '.*', "' OR '1'='1", '$ne', 'true', '0', '-', '[object Object]', '__proto__', 'admin'].map(
    (word): KeyCase => [`word-${Buffer.from(word).toString('hex')}`, `with the API key ${word}`, () => word],
  ),
  ...[1, 8, 32, 64, 72, 255, 4096].map(
    (length): KeyCase => [
      `prefix-${length}`,
      `with the API key, padded or shortened to ${length} characters`,
      ({ target: { apiKey } }) =>
        apiKey.length > length ? apiKey.slice(0, length) : apiKey + 'x'.repeat(length - apiKey.length),
    ],
  ),
  ['reversed', 'with the reversed API key', ({ target }) => [...target.apiKey].reverse().join('')],
  ['twice', 'with the API key twice', ({ target }) => target.apiKey.repeat(2)],
  ['middle', 'with the API key without its first character', ({ target }) => target.apiKey.slice(1)],
  ['list-first', 'with the API key, a comma and another key', ({ target }) => `${target.apiKey}, unknown`],
  ['list', 'with another key, a comma and the API key', ({ target }) => `unknown, ${target.apiKey}`],
];

/**
 * The API key in another letter case. The API key stays unchanged if a server may ignore its letter case (a number,
 * hexadecimal or base32), or if a header cannot contain the result (Ÿ for ÿ).
 */
export function inOtherCase(apiKey: string): string {
  const other = swapCase(apiKey);
  return CASELESS.test(apiKey) || !isFieldValue(other) ? apiKey : other;
}

/**
 * The API key with an accent on one letter. The accented letter is a character of Latin-1, since a header cannot
 * contain other accented letters.
 */
function accented(apiKey: string): string {
  return apiKey.replace(/[aeioun]/i, (letter) =>
    `${letter}${letter.toLowerCase() === 'n' ? '\u0303' : '\u0301'}`.normalize(),
  );
}

function percentEncoded(apiKey: string): string {
  return Buffer.from(apiKey).toString('hex').replaceAll(/../g, '%$&');
}

import { MIN_SECRET_LENGTH } from '../../src/contract/hide-secrets.ts';
import { headerVariable } from '../../src/run-result/secret-variables.ts';
import { forbiddenKeyOf } from './fixture-kind.ts';
import { fragmentHider } from './secret-fragments.ts';
import type { Target } from './target.ts';

/** A text, such as an API key, that no output of the suite may contain. */
export interface Secret {
  readonly value: string;
  /** The environment variable that the placeholder of the secret names, such as `CONTRACT_API_KEY`. */
  readonly variable: string;
}

/** Replaces the secrets in a text by placeholders. */
export type Conceal = (text: string) => string;

/** Replaces secrets in the texts of an exchange. */
export interface Concealer extends Conceal {
  /** Replaces the secrets in the value of a header or of a query parameter. */
  readonly inField: (name: string, value: string) => string;
}

/**
 * The secrets of a target: API keys and values of headers, the longest first.
 *
 * @param ownWords text of the OpenAPI document; a header value in this text is not a secret, unless the name of the
 *   header indicates credentials
 */
export function secretsOf(
  { apiKey, fixtures, headers = {} }: Partial<Pick<Target, 'apiKey' | 'fixtures' | 'headers'>>,
  ownWords = '',
): Secret[] {
  const isOwnWord = (name: string, value: string) => !CREDENTIALS.test(name) && contains(ownWords, value);
  const secrets = [
    { value: apiKey ?? '', variable: 'CONTRACT_API_KEY' },
    { value: forbiddenKeyOf(fixtures) ?? '', variable: 'CONTRACT_FORBIDDEN_API_KEY' },
    // A header value with fewer than `MIN_SECRET_LENGTH` characters is not a secret, since its replacement would also
    // remove ordinary words from the reports.
    ...Object.entries(headers).flatMap(([name, value]) =>
      value.length < MIN_SECRET_LENGTH || isOwnWord(name, value) ? [] : { value, variable: headerVariable(name) },
    ),
  ];
  return secrets.filter(({ value }) => value !== '').toSorted((a, b) => b.value.length - a.value.length);
}

/**
 * Names of headers with credentials. The values of other headers, such as a tenant or a host, may occur in any text.
 */
const CREDENTIALS = /^(?:proxy-)?authorization$|^cookie$|token|secret|key|password/i;

/**
 * The secrets that no error response may contain: API keys and values of headers with credentials, unless the OpenAPI
 * document contains the same text.
 */
export function credentialsOf({ headers = {}, ...others }: Parameters<typeof secretsOf>[0], ownWords = ''): string[] {
  const credentials = Object.entries(headers).filter(([name]) => CREDENTIALS.test(name));
  const secrets = secretsOf({ ...others, headers: Object.fromEntries(credentials) });
  return secrets.flatMap(({ value }) => (contains(ownWords, value) ? [] : value));
}

/**
 * The secrets that can be replaced in every text of a run: they are long, and the OpenAPI document does not contain
 * them. A short secret, or a secret that the OpenAPI document contains, is replaced only in texts that the target
 * receives or sends, since other texts may contain it by chance.
 */
export function unmistakable(secrets: readonly Secret[], ownWords = ''): Secret[] {
  return secrets.filter((secret) => isLong(secret) && !contains(ownWords, secret.value));
}

function contains(description: string, value: string): boolean {
  return description.toLowerCase().includes(value.toLowerCase());
}

/**
 * Returns a function that replaces secrets in every likely form: unchanged, in another letter case, without the last
 * character, escaped for JSON, HTML or a URL, divided by commas or semicolons, in hexadecimal, and in base64, also
 * inside a longer text. A short secret is replaced only in fields with credentials, since its characters occur in other
 * texts.
 *
 * The placeholder is a shell expression with the same value, such as `$CONTRACT_API_KEY`, or a description in words.
 */
export function concealer(secrets: readonly Secret[], ownWords?: string): Concealer {
  const [long, short] = [secrets.filter(isLong), secrets.filter((secret) => !isLong(secret))];
  const steps = [
    ...long.flatMap(stepsFor),
    ...(ownWords === undefined ? [] : long.flatMap(fragmentStepsFor(ownWords))),
  ];
  const conceal = (text: string) => steps.reduce((shown, step) => step(shown), text);
  const inField = (name: string, value: string) =>
    (CREDENTIALS.test(name) ? withShortSecret(value, short) : undefined) ?? conceal(value);
  return Object.assign(conceal, { inField });
}

function isLong({ value }: Secret): boolean {
  return value.length >= MIN_SECRET_LENGTH;
}

/**
 * Value of a field with credentials after the replacement of a short secret; undefined if the value contains no short
 * secret.
 */
function withShortSecret(value: string, secrets: readonly Secret[]): string | undefined {
  const [, scheme = '', credentials = ''] = /^((?:Bearer|Basic) )?(.*)$/s.exec(value) ?? [];
  for (const secret of secrets) {
    const form = formsOf(secret).findLast(({ text }) => text !== '' && text === credentials);
    if (form) return scheme + form.placeholder;
    if (contains(value, secret.value)) return inWords(secret);
  }
  return undefined;
}

/** A secret in one encoding in which a case sends it, and the shell expression for the encoded text. */
export interface SecretForm {
  readonly text: string;
  readonly placeholder: string;
}

/**
 * The encodings in which a case sends a secret. The unchanged secret is last in the list, since the placeholders of
 * some other forms contain the placeholder of the unchanged secret.
 */
export function formsOf({ value, variable }: Secret): SecretForm[] {
  return [
    { text: swapCase(value), placeholder: `$(printf %s "$${variable}" | tr A-Za-z a-zA-Z)` },
    { text: value.slice(0, -1), placeholder: `\${${variable}%?}` },
    { text: base64(`${value}:`), placeholder: `$(printf %s "$${variable}:" | base64 | tr -d '\\n')` },
    { text: value, placeholder: `$${variable}` },
  ];
}

function stepsFor(secret: Secret): Conceal[] {
  const { value } = secret;
  const credentials = base64(`${value}:`);
  // For a secret without letters, the form in another letter case has the same text as the unchanged secret. The map
  // `forms` contains the placeholder of the unchanged secret for this text, since the unchanged secret is last in the
  // result of `formsOf`.
  const forms = new Map(formsOf(secret).map(({ text, placeholder }) => [text, placeholder]));
  const words = inWords(secret);
  const replace = (pattern: RegExp) => (text: string) => text.replaceAll(pattern, (found) => forms.get(found) ?? words);
  return [
    replace(new RegExp(plainPattern(value), 'gi')),
    replace(new RegExp(Array.from(Buffer.from(value).toString('hex')).join(CUT), 'gi')),
    // A server may also change the letter case of base64, for example in a header.
    replace(new RegExp(`${literal(credentials)}|${base64Pattern(value)}`, 'gi')),
  ];
}

/** Functions that replace fragments of a secret and of its encodings. */
function fragmentStepsFor(ownWords: string): (secret: Secret) => Conceal[] {
  const words = ownWords.toLowerCase();
  return (secret) => {
    const bytes = Buffer.from(secret.value);
    const encoded = [
      encodeURIComponent(secret.value.toWellFormed()),
      bytes.toString('hex'),
      ...base64Cores(secret.value),
    ];
    return [...new Set([secret.value, ...encoded])].map((form) => fragmentHider(form, inWords(secret), words));
  };
}

function inWords({ variable }: Secret): string {
  return `(${variable.replace('CONTRACT_', '').toLowerCase().replaceAll('_', ' ')}, in another form)`;
}

/** An optional separator between two characters, since a header or a JSON array may contain the secret in parts. */
const CUT = '(?:"?\\s*[,;]\\s*"?)?';

function plainPattern(value: string): string {
  const characters = Array.from(value, characterPattern);
  const last = characters.pop() ?? '';
  return `${characters.join(CUT)}(?:${CUT}${last})?`;
}

/**
 * Pattern for the character, also if a text escapes it for a URL, JSON or HTML up to three times in succession. The
 * pattern matches no fourth escape, since each further escape would make the search slower.
 */
function characterPattern(character: string): string {
  const bytes = [...Buffer.from(character)].map((byte) => `%(?:25){0,2}${hex(byte, 2)}`).join('');
  const units = character.split('').map((unit) => `\\\\{1,7}u${hex(unit.charCodeAt(0), 4)}`);
  const point = character.codePointAt(0) ?? 0;
  const names = ENTITIES[character] ?? [];
  const entity = `&(?:amp;){0,2}(?:#0*${point}|#x0*${point.toString(16)}${names.map((name) => `|${name}`).join('')});`;
  return `(?:\\\\{0,7}${literal(character)}|${bytes}|${units.join('')}|${entity})`;
}

/** HTML entity names of the special characters that API keys may contain. */
const ENTITIES: Readonly<Record<string, readonly string[]>> = {
  '"': ['quot'],
  '&': ['amp'],
  "'": ['apos'],
  '+': ['plus'],
  '/': ['sol'],
  '<': ['lt'],
  '=': ['equals'],
  '>': ['gt'],
  _: ['lowbar'],
  '.': ['period'],
  ':': ['colon'],
  '!': ['excl'],
  $: ['dollar'],
  '%': ['percnt'],
  '@': ['commat'],
};

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function hex(number: number, length: number): string {
  return number.toString(16).padStart(length, '0');
}

/**
 * The base64 texts of the value after 0, 1 and 2 other bytes, since the base64 text of a value depends on the number of
 * bytes before the value.
 */
function base64Cores(value: string): string[] {
  const length = Buffer.byteLength(value);
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]).toString('base64');
    // `slice` omits the base64 characters at both ends that may also contain bits of the bytes before or after the
    // value.
    return encoded.slice(Math.ceil((before * 4) / 3), Math.floor(((before + length) * 4) / 3));
  });
}

/** Pattern for the base64 text of the value, also with other spellings of its characters. */
function base64Pattern(value: string): string {
  const cores = base64Cores(value);
  const pattern = (core: string) => Array.from(core, (character) => BASE64[character] ?? character).join(CUT);
  return `(?:${cores.map(pattern).join('|')})(?:[\\w+/-]{0,2}(?:=|%3[Dd]){1,2}|[\\w+/-]?)`;
}

/** Other spellings of base64 characters: in base64url, in a URL, in JSON. */
const BASE64: Readonly<Record<string, string>> = {
  '+': '(?:[+-]|%2[Bb])',
  '/': '(?:[/_]|%2[Ff]|\\\\/)',
};

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** The text with each capital letter as a small letter, and each small letter as a capital letter. */
export function swapCase(text: string): string {
  return Array.from(text, (character) =>
    character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase(),
  ).join('');
}

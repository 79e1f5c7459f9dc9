import { MIN_SECRET_LENGTH } from '../../src/contract/hide-secrets.ts';
import { headerVariable } from '../../src/run-result/secret-variables.ts';
import { forbiddenKeyOf } from './fixture-kind.ts';
import type { Target } from './target.ts';

/** A text that no output may show. */
export interface Secret {
  readonly value: string;
  /** The environment variable that stands in its place: `CONTRACT_API_KEY`. */
  readonly variable: string;
}

/** Takes the secrets out of a text. */
export type Conceal = (text: string) => string;

/**
 * What is known of a target that no output may show, in the order in which it is looked for.
 *
 * @param ownWords what a run says of itself: a header of these words that lets nobody in is no secret
 */
export function secretsOf(
  { apiKey, fixtures, headers = {} }: Partial<Pick<Target, 'apiKey' | 'fixtures' | 'headers'>>,
  ownWords = '',
): Secret[] {
  const isTold = (name: string, value: string) => !CREDENTIALS.test(name) && holds(ownWords, value);
  const secrets = [
    { value: apiKey ?? '', variable: 'CONTRACT_API_KEY' },
    { value: forbiddenKeyOf(fixtures) ?? '', variable: 'CONTRACT_FORBIDDEN_API_KEY' },
    // A shorter one is no secret, and would take words out of the reports.
    ...Object.entries(headers).flatMap(([name, value]) =>
      value.length < MIN_SECRET_LENGTH || isTold(name, value) ? [] : { value, variable: headerVariable(name) },
    ),
  ];
  return secrets.filter(({ value }) => value !== '').toSorted((a, b) => b.value.length - a.value.length);
}

/** Headers whose values let somebody in; what others say (a tenant, a host) may stand anywhere. */
const CREDENTIALS = /^(?:proxy-)?authorization$|^cookie$|token|secret|key|password/i;

/** What no error may show: the API keys, and what else lets somebody in, but for what is one of its own words. */
export function credentialsOf({ headers = {}, ...others }: Parameters<typeof secretsOf>[0], ownWords = ''): string[] {
  const credentials = Object.entries(headers).filter(([name]) => CREDENTIALS.test(name));
  const secrets = secretsOf({ ...others, headers: Object.fromEntries(credentials) });
  return secrets.flatMap(({ value }) => (holds(ownWords, value) ? [] : value));
}

/**
 * What may be taken out of every text of a run, whoever wrote it: secrets that are long enough, and no word of the run's
 * own. Any other one may stand in a text of the run by chance, and is taken out of the target's texts only.
 */
export function unmistakable(secrets: readonly Secret[], ownWords = ''): Secret[] {
  return secrets.filter(({ value }) => value.length >= MIN_SECRET_LENGTH && !holds(ownWords, value));
}

function holds(words: string, value: string): boolean {
  return words.toLowerCase().includes(value.toLowerCase());
}

/**
 * What takes the secrets out, in each form that a server or a case is likely to give them: as they are, in another
 * letter case, without the last character, escaped for JSON, HTML or a URL, cut up over a list of header fields, in
 * hexadecimal, and in base64, alone or within a longer text.
 *
 * In the place of a secret stands what a POSIX shell makes the same text of (`$CONTRACT_API_KEY`), or words.
 */
export function concealer(secrets: readonly Secret[]): Conceal {
  const steps = secrets.flatMap(stepsFor);
  return (text) => steps.reduce((shown, step) => step(shown), text);
}

/** A form in which a case sends a secret, and what a shell makes it of. */
export interface SecretForm {
  readonly text: string;
  readonly placeholder: string;
}

/** The longer placeholders first: they hold the shorter one. */
export function formsOf({ value, variable }: Secret): SecretForm[] {
  return [
    { text: swapCase(value), placeholder: `$(printf %s "$${variable}" | tr A-Za-z a-zA-Z)` },
    { text: value.slice(0, -1), placeholder: `\${${variable}%?}` },
    { text: base64(`${value}:`), placeholder: `$(printf %s "$${variable}:" | base64 | tr -d '\\n')` },
    { text: value, placeholder: `$${variable}` },
  ];
}

function stepsFor(secret: Secret): Conceal[] {
  const { value, variable } = secret;
  const credentials = base64(`${value}:`);
  // A key without letters is its own other case: the last entry, the key as it is, counts.
  const forms = new Map(formsOf(secret).map(({ text, placeholder }) => [text, placeholder]));
  const words = `(${variable.replace('CONTRACT_', '').toLowerCase().replaceAll('_', ' ')}, in another form)`;
  const replace = (pattern: RegExp) => (text: string) => text.replaceAll(pattern, (found) => forms.get(found) ?? words);
  if (value.length < MIN_SECRET_LENGTH) return [replace(new RegExp(literal(value), 'gi'))];
  return [
    replace(new RegExp(plainPattern(value), 'gi')),
    replace(new RegExp(Array.from(Buffer.from(value).toString('hex')).join(CUT), 'gi')),
    // A server may change the letter case of base64, too: of a header, say.
    replace(new RegExp(`${literal(credentials)}|${base64Pattern(value)}`, 'gi')),
  ];
}

/** Between two characters: the end of one field or string of a list, and the begin of the next. */
const CUT = '(?:"?\\s*[,;]\\s*"?)?';

function plainPattern(value: string): string {
  const characters = Array.from(value, characterPattern);
  const last = characters.pop() ?? '';
  return `${characters.join(CUT)}(?:${CUT}${last})?`;
}

/** The character as it is, or escaped for a URL, JSON or HTML, up to three times over: bounded, for a target may write any text. */
function characterPattern(character: string): string {
  const bytes = [...Buffer.from(character)].map((byte) => `%(?:25){0,2}${hex(byte, 2)}`).join('');
  const units = character.split('').map((unit) => `\\\\{1,7}u${hex(unit.charCodeAt(0), 4)}`);
  const point = character.codePointAt(0) ?? 0;
  const names = ENTITIES[character] ?? [];
  const entity = `&(?:amp;){0,2}(?:#0*${point}|#x0*${point.toString(16)}${names.map((name) => `|${name}`).join('')});`;
  return `(?:\\\\{0,7}${literal(character)}|${bytes}|${units.join('')}|${entity})`;
}

/** HTML's names for characters that keys have. */
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

/** What base64 makes of the value at each of the three ways in which bytes may stand before it. */
function base64Pattern(value: string): string {
  const length = Buffer.byteLength(value);
  const cores = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]).toString('base64');
    // The first and the last character may hold bits of the neighbours.
    return encoded.slice(Math.ceil((before * 4) / 3), Math.floor(((before + length) * 4) / 3));
  });
  const pattern = (core: string) => Array.from(core, (character) => BASE64[character] ?? character).join(CUT);
  return `(?:${cores.map(pattern).join('|')})(?:[\\w+/-]{0,2}(?:=|%3[Dd]){1,2}|[\\w+/-]?)`;
}

/** How characters of base64 are also written: in base64url, in a URL, in JSON. */
const BASE64: Readonly<Record<string, string>> = {
  '+': '(?:[+-]|%2[Bb])',
  '/': '(?:[/_]|%2[Ff]|\\\\/)',
};

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Each letter in the other case. */
export function swapCase(text: string): string {
  return Array.from(text, (character) =>
    character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase(),
  ).join('');
}

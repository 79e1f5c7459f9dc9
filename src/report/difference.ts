import { parseJson } from '../contract/json.ts';
import { count } from '../run-result/words.ts';
import type { Piece } from './json-text.ts';

/** Expected and actual value of a finding, with the different part marked. */
export interface Difference {
  readonly expected: readonly Piece[];
  readonly actual: readonly Piece[];
  /**
   * Description of a difference that is hard to see, such as `2 trailing spaces (U+0020)`; absent for an obvious
   * difference.
   */
  readonly summary?: string;
}

/** Maximum number of equal characters that are shown before and after the difference. */
const CONTEXT = 80;

/**
 * Number of characters: if the expected or the actual string has more characters, the report shows the position of the
 * first character that differs.
 */
const LONG = 40;

/**
 * Compares the expected and the actual value of a finding, which are JSON texts or descriptions in words. Strings are
 * compared character by character, and other JSON values as a whole. Returns undefined if one of the values is absent
 * or a description in words.
 */
export function differenceOf(expected: string | undefined, actual: string | undefined): Difference | undefined {
  if (expected === undefined || actual === undefined) return undefined;
  const [before, after] = [parseJson(expected), parseJson(actual)];
  if (typeof before === 'string' && typeof after === 'string') return stringDifference([...before], [...after]);
  if (before === undefined || after === undefined) return undefined;
  return { expected: [{ text: expected, isMarked: true }], actual: [{ text: actual, isMarked: true }] };
}

function stringDifference(expected: readonly string[], actual: readonly string[]): Difference {
  const start = commonLength(expected, actual);
  const end = commonLength(expected.slice(start).reverse(), actual.slice(start).reverse());
  const summary = summaryOf(expected, actual, start, end);
  const changed = [expected, actual].flatMap((all) => all.slice(start, all.length - end));
  const show = changed.every(isInvisible) ? shown : shownInContext;
  return {
    expected: marked(expected, start, end, show),
    actual: marked(actual, start, end, show),
    ...(summary !== undefined && { summary }),
  };
}

function commonLength(some: readonly string[], others: readonly string[]): number {
  const at = some.findIndex((character, index) => character !== others[index]);
  return at < 0 ? some.length : at;
}

/**
 * JSON text of a string: the different characters, marked, with at most `CONTEXT` equal characters before and after
 * them.
 */
function marked(
  characters: readonly string[],
  start: number,
  end: number,
  show: (character: string) => string,
): Piece[] {
  const stop = characters.length - end;
  const [before, changed, after] = [characters.slice(0, start), characters.slice(start, stop), characters.slice(stop)];
  const [cutBefore, cutAfter] = [before.length - CONTEXT, after.length - CONTEXT];
  return [
    { text: `"${cutBefore > 0 ? noted(cutBefore) : ''}${escaped(before.slice(-CONTEXT))}` },
    { text: changed.map(show).join(''), isMarked: true },
    { text: `${escaped(after.slice(0, CONTEXT))}${cutAfter > 0 ? noted(cutAfter) : ''}"` },
  ];
}

function noted(number: number): string {
  return `… (${count(number, 'more character')}) …`;
}

function escaped(characters: readonly string[]): string {
  return JSON.stringify(characters.join('')).slice(1, -1);
}

/** Form of a character if the values differ only in invisible characters: `·` for a space. */
function shown(character: string): string {
  return character === ' ' ? '·' : shownInContext(character);
}

/** Form of a different character: an escape sequence for an invisible character other than a space. */
function shownInContext(character: string): string {
  return isInvisible(character) && character !== ' ' ? `\\u{${hex(character)}}` : escaped([character]);
}

function isInvisible(character: string): boolean {
  return /^[\p{C}\p{Z}\p{M}]$/u.test(character);
}

const NAMES: Readonly<Record<string, string>> = {
  ' ': 'space',
  '\t': 'tab',
  '\n': 'line feed',
  '\r': 'carriage return',
  '\u00A0': 'no-break space',
  '\u200B': 'zero-width space',
  '\uFEFF': 'byte order mark',
};

function summaryOf(
  expected: readonly string[],
  actual: readonly string[],
  start: number,
  end: number,
): string | undefined {
  const [missing, added] = [expected, actual].map((all) => all.slice(start, all.length - end)) as [string[], string[]];
  const [before, after] = [expected.join(''), actual.join('')];
  const place = end === 0 && start > 0 ? 'trailing ' : start === 0 && end > 0 ? 'leading ' : '';
  const where = place === '' && start > 0 ? ` at character ${start + 1}` : '';
  if (missing.length === 0 && added.every(isInvisible)) return `${namesOf(added, place)}${where}`;
  if (added.length === 0 && missing.every(isInvisible)) {
    return `${namesOf(missing, place)}${where} ${isOrAre(missing)} missing`;
  }
  if (before.normalize() === after.normalize()) return `other Unicode normal form from character ${start + 1}`;
  if (before.toLowerCase() === after.toLowerCase()) return `other letter case from character ${start + 1}`;
  if (added.length === 0 && end === 0)
    return `the last ${count(missing.length, 'character')} ${isOrAre(missing)} missing`;
  return Math.max(expected.length, actual.length) > LONG ? `from character ${start + 1}` : undefined;
}

function isOrAre({ length }: readonly unknown[]): string {
  return length === 1 ? 'is' : 'are';
}

/** Number and name of each kind of character: `2 trailing spaces (U+0020)`. */
function namesOf(characters: readonly string[], place: string): string {
  const kinds = [...Map.groupBy(characters, (character) => character)].map(([character, all]) => {
    const name = NAMES[character] ?? 'invisible character';
    return `${count(all.length, `${place}${name}`)} (U+${hex(character)})`;
  });
  return kinds.join(', ');
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

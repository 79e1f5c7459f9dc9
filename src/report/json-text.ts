import { parseJson } from '../contract/json.ts';
import { append } from '../contract/json-pointer.ts';
import { start } from '../run-result/words.ts';

/** Part of a text. */
export interface Piece {
  readonly text: string;
  /** True if a report highlights this part of the text. */
  readonly isMarked?: boolean;
}

/**
 * Maximum length in characters and maximum nesting depth of a JSON text that is formatted. A longer or deeper JSON text
 * would be hard to read even with indentation, so it stays unchanged.
 */
const LONGEST = 200_000;
const DEEPEST = 64;
/** Maximum length of a PEM key in a formatted text, in characters; a longer key is shortened. */
const LONGEST_KEY = 48;

const TOKEN = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Token of a JSON text, with the JSON Pointer of the value that the token belongs to. A property name, a colon or a
 * bracket belongs to the value of the property.
 */
interface Token {
  readonly text: string;
  readonly pointer: string;
  readonly depth: number;
}

interface Container {
  readonly pointer: string;
  readonly isArray: boolean;
  /** Name of the current property of an object; undefined before the first property of the object. */
  name: string | undefined;
  index: number;
}

function* tokensOf(text: string): Generator<Token> {
  const open: Container[] = [];
  const place = () => {
    const parent = open.at(-1);
    if (!parent) return '';
    return append(parent.pointer, parent.isArray ? parent.index : (parent.name ?? ''));
  };
  for (const token of text.match(TOKEN) ?? []) {
    const parent = open.at(-1);
    if (token === '}' || token === ']') {
      open.pop();
      yield { text: token, pointer: parent?.pointer ?? '', depth: open.length };
    } else if (token === ',') {
      yield { text: token, pointer: parent?.pointer ?? '', depth: open.length };
      if (parent) {
        parent.index += 1;
        parent.name = undefined;
      }
    } else {
      if (parent && !parent.isArray && parent.name === undefined) parent.name = JSON.parse(token);
      const pointer = place();
      yield { text: token, pointer, depth: open.length };
      if (token === '{' || token === '[') open.push({ pointer, isArray: token === '[', name: undefined, index: 0 });
    }
  }
}

/**
 * JSON text with an indentation of two spaces; undefined if the text is not JSON or too large. Each token except a long
 * PEM key stays as the sender wrote it; a conversion with `JSON.parse` would round numbers and drop duplicate
 * properties.
 *
 * @param pointer JSON Pointer to the value that is marked, with its name
 */
export function prettyPieces(text: string, pointer?: string): Piece[] | undefined {
  const all = readTokens(text);
  if (!all) return undefined;
  const line = (depth: number) => `\n${'  '.repeat(depth)}`;
  return joined(
    all.map((token, index) => {
      const before = all[index - 1];
      const isFirst = before !== undefined && /^[{[]$/.test(before.text);
      const isEnd = /^[}\]]$/.test(token.text);
      const isOnNewLine = before?.text === ',' || isFirst !== isEnd;
      const space = before?.text === ':' ? ' ' : isOnNewLine ? line(token.depth) : '';
      return { text: shortKey(token.text), space, isMarked: isIn(token, pointer) };
    }),
  );
}

/** Formatted text without marks. */
export function prettyJson(text: string): string | undefined {
  return prettyPieces(text)
    ?.map((piece) => piece.text)
    .join('');
}

/**
 * Tokens of a JSON text, without white space between them; undefined if the text is not JSON or too large. Strings
 * longer than `longest` are truncated, with the number of omitted characters.
 *
 * @param pointer JSON Pointer to the value that is marked, with its name
 */
export function compactTokens(text: string, longest: number, pointer?: string): Piece[] | undefined {
  return readTokens(text)?.map((token) => ({ text: shortString(token.text, longest), isMarked: isIn(token, pointer) }));
}

/** Shortens a PEM key or certificate, since only its first line is readable. */
function shortKey(token: string): string {
  return token.startsWith('"-----BEGIN ') ? shortString(token, LONGEST_KEY) : token;
}

function shortString(token: string, longest: number): string {
  if (!token.startsWith('"') || token.length <= longest) return token;
  // The string is not cut within an escape sequence, since a part of an escape sequence would be misleading.
  const kept = start(token, longest).replace(/\\(?:u[\da-f]{0,3})?$/i, '');
  return `${kept}…" (${token.length - kept.length - 1} more)`;
}

function readTokens(text: string): Token[] | undefined {
  if (text.length > LONGEST || parseJson(text) === undefined) return undefined;
  const all = [...tokensOf(text)];
  return all.some(({ depth }) => depth >= DEEPEST) ? undefined : all;
}

function isIn(token: Token, pointer: string | undefined): boolean {
  if (pointer === undefined || pointer === '') return false;
  return token.pointer === pointer || token.pointer.startsWith(`${pointer}/`);
}

/**
 * Merges consecutive tokens into one piece of text if all of them are marked, or all are unmarked. The white space
 * between a marked and an unmarked piece belongs to the unmarked piece.
 */
function joined(tokens: readonly (Piece & { readonly space: string })[]): Piece[] {
  const pieces: { text: string; isMarked: boolean }[] = [];
  for (const { text, space, isMarked = false } of tokens) {
    const last = pieces.at(-1);
    if (last?.isMarked === isMarked) last.text += space + text;
    else if (isMarked && last) {
      last.text += space;
      pieces.push({ text, isMarked });
    } else pieces.push({ text: space + text, isMarked });
  }
  return pieces;
}

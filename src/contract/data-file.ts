import { readFileSync, statSync } from 'node:fs';
import { type Document, isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { DataError } from './data-error.ts';
import { tokens } from './json-pointer.ts';
import { whyUnreadable } from './read-text-file.ts';
import type { Violation } from './schema/violation.ts';
import { parseYaml, YamlError } from './yaml.ts';

/** A mistake in data and where it stands. */
type Mistake = Pick<Violation, 'pointer' | 'detail'> & Partial<Pick<Violation, 'expected' | 'actual'>>;

/** Data from outside, not yet held against anything. */
export interface Data {
  readonly value: unknown;
  /** Where the part at a JSON Pointer stands: `faults.yaml:3:5`. */
  where(pointer: string): string;
  /** @throws DataError that lists the mistakes with their places, if there are any */
  refuse(mistakes: readonly Mistake[]): void;
}

/**
 * Reads a file of data, YAML or JSON, and knows on which line each part of it stands:
 * `faults.yaml:3:5: faults.0.probability: expected a number of at most 1, got 7.`
 *
 * @param maxBytes of the file: what is larger was hardly written by hand, and is rejected unread
 * @throws DataError when there is no such file, it is too large, or it is neither YAML nor JSON
 */
export function readDataFile(path: string, maxBytes = MEBIBYTE): Data {
  const text = readText(path, maxBytes);
  requireYaml(text, path);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${path}:${line}:${col}`;
  };
  if (document.errors.length > 0) {
    const reasons = document.errors.map(({ pos, message }) => `${at(pos[0])}: is neither YAML nor JSON: ${message}.`);
    throw new DataError(reasons.slice(0, MAX_MISTAKES).join('\n'));
  }
  return dataOf(toValue(document, path), (pointer) => at(offsetOf(document, pointer)));
}

/** Data that a program gives: the places of its mistakes begin with the name. */
export function givenData(name: string, value: unknown): Data {
  return dataOf(value, () => name);
}

const MEBIBYTE = 2 ** 20;
const MAX_MISTAKES = 20;

function dataOf(value: unknown, where: (pointer: string) => string): Data {
  return {
    value,
    where,
    refuse: (mistakes) => {
      if (mistakes.length === 0) return;
      const told = mistakes.slice(0, MAX_MISTAKES).map((mistake) => `${where(mistake.pointer)}: ${sentence(mistake)}`);
      const rest = mistakes.length - told.length;
      throw new DataError([...told, ...(rest > 0 ? [`And ${rest} more.`] : [])].join('\n'));
    },
  };
}

/** At the root, a violation would speak of a body. */
function sentence({ pointer, detail, expected, actual }: Mistake): string {
  return pointer === '' && expected !== undefined ? `expected ${expected}, got ${actual}.` : detail;
}

function readText(path: string, maxBytes: number): string {
  let bytes: Buffer;
  try {
    requireAtMost(maxBytes, statSync(path).size, path);
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw new DataError(`${path}: ${whyUnreadable(error)}.`, { cause: error });
  }
  // Of a pipe, it is not known before.
  requireAtMost(maxBytes, bytes.length, path);
  return bytes.toString('utf8');
}

function requireAtMost(maxBytes: number, size: number, path: string): void {
  if (size <= maxBytes) return;
  throw new DataError(`${path}: is larger than ${maxBytes / MEBIBYTE} MiB: it has ${size} bytes.`);
}

/** The parser that knows all places ends the process where a text is nested too deep; this one rejects it. */
function requireYaml(text: string, path: string): void {
  try {
    parseYaml(text);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    // An empty text, which is null to the other one.
    if (error.line === undefined) return;
    throw new DataError(`${path}:${error.line}:${error.column}: is neither YAML nor JSON: ${error.reason}.`, {
      cause: error,
    });
  }
}

function toValue(document: Document, path: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new DataError(`${path}: cannot be read: ${(error as Error).message}.`, { cause: error });
  }
}

/** Where the value at the pointer begins (a member: its name), or the nearest thing around it that is there. */
function offsetOf(document: Document, pointer: string): number {
  let node: unknown = document.contents;
  let offset = start(node) ?? 0;
  for (const token of tokens(pointer)) {
    if (isAlias(node)) node = node.resolve(document);
    const next = step(node, token);
    if (next === undefined) break;
    offset = start(next.at) ?? offset;
    node = next.value;
  }
  return offset;
}

/** What a token of a pointer leads to, and the node that marks its place. */
function step(node: unknown, token: string): { at: unknown; value: unknown } | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(token)];
    return item === undefined ? undefined : { at: item, value: item };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === token);
  return pair && { at: pair.key, value: pair.value };
}

function start(node: unknown): number | undefined {
  return (node as Node | null)?.range?.[0];
}

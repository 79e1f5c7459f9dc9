import { readFileSync, statSync } from 'node:fs';
import type { Document, Node } from 'yaml';
import { DataError } from './data-error.ts';
import { tokens } from './json-pointer.ts';
import { whyUnreadable } from './read-text-file.ts';
import type { Violation } from './schema/violation.ts';
import { parseYaml, YamlError } from './yaml.ts';
import { yamlNodes } from './yaml-nodes.ts';

/** Mistake in input data: a JSON Pointer and a message. */
type Mistake = Pick<Violation, 'pointer' | 'detail'> & Partial<Pick<Violation, 'expected' | 'actual'>>;

/** Input data that is not validated yet. */
export interface Data {
  readonly value: unknown;
  /** Position of the value at a JSON Pointer: `faults.yaml:3:5`. */
  where(pointer: string): string;
  /** Throws a DataError if the list of mistakes is not empty; the message contains all mistakes and their positions. */
  requireNone(mistakes: readonly Mistake[]): void;
}

/**
 * Reads a file in YAML or JSON with the position of each value, for messages such as
 * `faults.yaml:3:5: faults.0.probability: expected a number of at most 1, got 7.`
 *
 * @param maxBytes maximum size; a larger file is rejected before it is read
 * @throws DataError if the file does not exist, is too large, or is neither YAML nor JSON
 */
export function readDataFile(path: string, maxBytes = MEBIBYTE): Data {
  const text = readText(path, maxBytes);
  requireYaml(text, path);
  const { LineCounter, parseDocument } = yamlNodes();
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

/**
 * Input data that a program passes as an object instead of a file. Messages about such data begin with `name`, such as
 * `createMock`; messages about a file begin with a position in the file.
 */
export function programData(name: string, value: unknown): Data {
  return dataOf(value, () => name);
}

const MEBIBYTE = 2 ** 20;
const MAX_MISTAKES = 20;

function dataOf(value: unknown, where: (pointer: string) => string): Data {
  return {
    value,
    where,
    requireNone: (mistakes) => {
      if (mistakes.length === 0) return;
      const lines = mistakes.slice(0, MAX_MISTAKES).map((mistake) => `${where(mistake.pointer)}: ${sentence(mistake)}`);
      const rest = mistakes.length - lines.length;
      throw new DataError([...lines, ...(rest > 0 ? [`And ${rest} more.`] : [])].join('\n'));
    },
  };
}

/**
 * Sentence about a mistake. The default description of a violation at the root begins with "The body", which would be
 * wrong for a file.
 */
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
  // The size of a pipe is unknown until all data is read.
  requireAtMost(maxBytes, bytes.length, path);
  return bytes.toString('utf8');
}

function requireAtMost(maxBytes: number, size: number, path: string): void {
  if (size <= maxBytes) return;
  throw new DataError(`${path}: the file has ${size} bytes; expected at most ${maxBytes / MEBIBYTE} MiB.`);
}

/**
 * Rejects text that is invalid YAML, and text that is nested too deeply. The YAML parser that returns positions would
 * crash on deeply nested text.
 */
function requireYaml(text: string, path: string): void {
  try {
    parseYaml(text);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    // Empty text counts as null.
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
    throw new DataError(`${path}: the file cannot be read: ${(error as Error).message}.`, { cause: error });
  }
}

/**
 * Offset, in the text of the file, of the value at the pointer. The offset of a property is the offset of its name. The
 * offset of a nonexistent value is the offset of its nearest existing parent.
 */
function offsetOf(document: Document, pointer: string): number {
  let node: unknown = document.contents;
  let offset = start(node) ?? 0;
  for (const token of tokens(pointer)) {
    if (yamlNodes().isAlias(node)) node = node.resolve(document);
    const next = step(node, token);
    if (next === undefined) break;
    offset = start(next.at) ?? offset;
    node = next.value;
  }
  return offset;
}

/** Child value that a token of a JSON Pointer refers to, and the syntax node with the position of the value. */
function step(node: unknown, token: string): { at: unknown; value: unknown } | undefined {
  const { isMap, isPair, isScalar, isSeq } = yamlNodes();
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

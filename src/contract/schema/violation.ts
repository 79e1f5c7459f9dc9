import type { ErrorObject } from 'ajv/dist/2020.js';
import { expectation } from '../explain/expectation.ts';
import { hintFor, hintForSurplus } from '../explain/hint.ts';
import { brief, isObject, type JsonObject } from '../json.ts';
import { append, inWords, tokens } from '../json-pointer.ts';
import type { Formats } from './format.ts';
import { rulesAt, schemaAt } from './schema-walk.ts';

/** One way in which a message breaks the document. */
export interface Violation {
  readonly in: 'body' | 'path' | 'header' | 'query' | 'status';
  /** JSON Pointer into that part of the message. */
  readonly pointer: string;
  /** The JSON Schema keyword that does not hold. */
  readonly keyword: string;
  /** Ids of the rules behind it, the most specific place of the document; may be empty. */
  readonly rules: readonly string[];
  readonly expected: string;
  readonly actual: string;
  /** One sentence: where, what was expected, what came. */
  readonly detail: string;
  /** One sentence: what the sender probably meant. */
  readonly hint?: string;
}

/** Keywords that only repeat what their branches say. */
const SUMMARIES = new Set(['if', 'anyOf', 'oneOf', 'allOf', 'not', '$ref']);

/** Enough to mend a request by; garbage has a violation for every few bytes. */
const MAX_VIOLATIONS = 100;

/** Ajv's errors as violations, in the words of the document: the first hundred. */
export function toViolations(
  document: JsonObject,
  schema: unknown,
  place: Violation['in'],
  errors: readonly ErrorObject[],
  formats: Formats = {},
): Violation[] {
  return telling(errors).map((error) => toViolation(document, schema, place, error, formats));
}

/** Where a message breaks a schema, and by which keyword. */
export type BrokenConstraint = Pick<Violation, 'pointer' | 'keyword'>;

/** The places of the violations that `toViolations` tells of, without the words, which take most of its time. */
export function brokenConstraints(errors: readonly ErrorObject[]): BrokenConstraint[] {
  return telling(errors).map((error) => ({ pointer: pointerOf(error), keyword: error.keyword }));
}

function telling(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const told = errors.filter((error) => !SUMMARIES.has(error.keyword));
  return (told.length > 0 ? told : errors).slice(0, MAX_VIOLATIONS);
}

/** Of what is missing or too much, where it would stand or stands. */
function pointerOf(error: ErrorObject): string {
  const name = error.keyword === 'required' ? String(error.params.missingProperty) : surplusMember(error);
  return name === undefined ? error.instancePath : append(error.instancePath, name);
}

function toViolation(
  document: JsonObject,
  schema: unknown,
  place: Violation['in'],
  error: ErrorObject,
  formats: Formats,
): Violation {
  const path = tokens(error.instancePath);
  const { keyword } = error;
  const surplus = surplusMember(error);
  const rules = rulesAt(document, schema, path, keyword);
  if (surplus !== undefined)
    return { in: place, keyword, rules, ...describeSurplus(document, schema, error.data, [...path, surplus]) };
  const missing = keyword === 'required' ? String(error.params.missingProperty) : undefined;
  const pointer = pointerOf(error);
  const expected = expectation(error);
  const actual = missing === undefined ? brief(error.data) : 'nothing';
  const subject = pointer === '' ? `The ${place}` : inWords(tokens(pointer));
  const hint = hintFor(document, schema, path, error, formats);
  return {
    in: place,
    pointer,
    keyword,
    rules,
    expected,
    actual,
    detail: missing === undefined ? `${subject}: expected ${expected}, got ${actual}.` : `${subject} is required.`,
    ...(hint !== undefined && { hint }),
  };
}

function surplusMember({ keyword, params }: ErrorObject): string | undefined {
  if (keyword === 'additionalProperties') return String(params.additionalProperty);
  return keyword === 'unevaluatedProperties' ? String(params.unevaluatedProperty) : undefined;
}

/** One that no schema has found. */
export function violation(
  place: Violation['in'],
  pointer: string,
  expected: string,
  actual: string,
  detail: string,
): Violation {
  return { in: place, pointer, keyword: '', rules: [], expected, actual, detail };
}

/** What is to say of a member, at the path, of an object for which the document does not name it. */
export function describeSurplus(
  document: JsonObject,
  schema: unknown,
  owner: unknown,
  path: readonly string[],
): Pick<Violation, 'pointer' | 'expected' | 'actual' | 'detail' | 'hint'> {
  const object = isObject(owner) ? owner : {};
  const name = path.at(-1) ?? '';
  const nodes = schemaAt(document, schema, path.slice(0, -1));
  const hint = nodes && hintForSurplus(document, nodes, object, name);
  return {
    pointer: append('', ...path),
    expected: 'no such member',
    actual: brief(object[name]),
    detail: `${inWords(path)} is no member that is known here.`,
    ...(hint !== undefined && { hint }),
  };
}

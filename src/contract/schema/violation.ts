import type { ErrorObject } from 'ajv/dist/2020.js';
import { expectation } from '../explain/expectation.ts';
import { hintFor, hintForUnknownProperty } from '../explain/hint.ts';
import { brief, isObject, type JsonObject } from '../json.ts';
import { append, dottedPath, tokens } from '../json-pointer.ts';
import type { Formats } from './format.ts';
import { rulesAt, schemaAt } from './schema-walk.ts';

/** Violation of the document by a request or a response. */
export interface Violation {
  readonly in: 'body' | 'path' | 'header' | 'query' | 'status';
  /** JSON Pointer to the invalid value in a part of the message, such as the body. */
  readonly pointer: string;
  /** Violated JSON Schema keyword. */
  readonly keyword: string;
  /** IDs of the rules that the most specific node of the document names for the value; the list may be empty. */
  readonly rules: readonly string[];
  readonly expected: string;
  readonly actual: string;
  /** Message with the path of the value, the expected value and the actual value. */
  readonly detail: string;
  /** Sentence about the probable mistake of the sender. */
  readonly hint?: string;
}

/**
 * Schema keywords whose errors are reported only if no other keyword is violated, since the errors of their subschemas
 * are more exact.
 */
const SUMMARIES = new Set(['if', 'anyOf', 'oneOf', 'allOf', 'not', '$ref']);

/** Maximum number of violations, since a random body may have thousands. */
const MAX_VIOLATIONS = 100;

/** Converts errors of the validator ajv to violations; stops after the first hundred errors. */
export function toViolations(
  document: JsonObject,
  schema: unknown,
  place: Violation['in'],
  errors: readonly ErrorObject[],
  formats: Formats = {},
): Violation[] {
  return relevantErrors(errors).map((error) => toViolation(document, schema, place, error, formats));
}

/** JSON Pointer and schema keyword of a violation. */
export type BrokenConstraint = Pick<Violation, 'pointer' | 'keyword'>;

/**
 * Pointers and schema keywords of violations, without messages, whose creation takes most of the time of
 * `toViolations`.
 */
export function brokenConstraints(errors: readonly ErrorObject[]): BrokenConstraint[] {
  return relevantErrors(errors).map((error) => ({ pointer: pointerOf(error), keyword: error.keyword }));
}

function relevantErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const specific = errors.filter((error) => !SUMMARIES.has(error.keyword));
  return (specific.length > 0 ? specific : errors).slice(0, MAX_VIOLATIONS);
}

/**
 * JSON Pointer of a violation. For a missing or unknown property, the pointer refers to the
 * property, not to the object.
 */
function pointerOf(error: ErrorObject): string {
  const name = error.keyword === 'required' ? String(error.params.missingProperty) : unknownPropertyOf(error);
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
  const unknownName = unknownPropertyOf(error);
  const rules = rulesAt(document, schema, path, keyword);
  if (unknownName !== undefined)
    return {
      in: place,
      keyword,
      rules,
      ...describeUnknownProperty(document, schema, error.data, [...path, unknownName]),
    };
  const missing = keyword === 'required' ? String(error.params.missingProperty) : undefined;
  const pointer = pointerOf(error);
  const expected = expectation(error, formats);
  const actual = missing === undefined ? brief(error.data) : 'nothing';
  const subject = pointer === '' ? `The ${place}` : dottedPath(tokens(pointer));
  const detail = missing === undefined ? `${subject}: expected ${expected}, got ${actual}.` : `${subject} is required.`;
  const found = { in: place, pointer, keyword, rules, expected, actual, detail };
  const hint = hintFor(document, schema, path, error, formats);
  return hint === undefined ? found : { ...found, hint };
}

function unknownPropertyOf({ keyword, params }: ErrorObject): string | undefined {
  if (keyword === 'additionalProperties') return String(params.additionalProperty);
  return keyword === 'unevaluatedProperties' ? String(params.unevaluatedProperty) : undefined;
}

/** Creates a violation that the schema validator does not find, such as a wrong media type. */
export function violation(
  place: Violation['in'],
  pointer: string,
  expected: string,
  actual: string,
  detail: string,
): Violation {
  return { in: place, pointer, keyword: '', rules: [], expected, actual, detail };
}

/**
 * Violation that describes an unknown property. @param owner object with the property @param path path of the property
 */
export function describeUnknownProperty(
  document: JsonObject,
  schema: unknown,
  owner: unknown,
  path: readonly string[],
): Pick<Violation, 'pointer' | 'expected' | 'actual' | 'detail' | 'hint'> {
  const object = isObject(owner) ? owner : {};
  const name = path.at(-1) ?? '';
  const nodes = schemaAt(document, schema, path.slice(0, -1));
  const hint = nodes && hintForUnknownProperty(document, nodes, object, name);
  return {
    pointer: append('', ...path),
    expected: 'no such property',
    actual: brief(object[name]),
    detail: `${dottedPath(path)} is an unknown property.`,
    ...(hint !== undefined && { hint }),
  };
}

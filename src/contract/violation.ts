import type { ErrorObject } from 'ajv/dist/2020.js';
import { brief, type JsonObject } from './json.ts';
import { append, tokens } from './json-pointer.ts';
import { rulesAt } from './schema-walk.ts';

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
): Violation[] {
  const telling = errors.filter((error) => !SUMMARIES.has(error.keyword));
  return (telling.length > 0 ? telling : errors)
    .slice(0, MAX_VIOLATIONS)
    .map((error) => toViolation(document, schema, place, error));
}

function toViolation(document: JsonObject, schema: unknown, place: Violation['in'], error: ErrorObject): Violation {
  const path = tokens(error.instancePath);
  const missing = error.keyword === 'required' ? String(error.params.missingProperty) : undefined;
  const surplus = surplusMember(error);
  const member = missing ?? surplus;
  const pointer = member === undefined ? error.instancePath : append(error.instancePath, member);
  const expected = expectation(error);
  const actual =
    missing === undefined ? brief(surplus === undefined ? error.data : (error.data as JsonObject)[surplus]) : 'nothing';
  const subject = pointer === '' ? `The ${place}` : tokens(pointer).join('.');
  return {
    in: place,
    pointer,
    keyword: error.keyword,
    rules: rulesAt(document, schema, path, error.keyword),
    expected,
    actual,
    detail: sentence(),
  };

  function sentence(): string {
    if (missing !== undefined) return `${subject} is required.`;
    if (surplus !== undefined) return `${subject} is no member that is known here.`;
    return `${subject}: expected ${expected}, got ${actual}.`;
  }
}

function surplusMember({ keyword, params }: ErrorObject): string | undefined {
  if (keyword === 'additionalProperties') return String(params.additionalProperty);
  return keyword === 'unevaluatedProperties' ? String(params.unevaluatedProperty) : undefined;
}

function expectation(error: ErrorObject): string {
  const value: unknown = error.schema;
  switch (error.keyword) {
    case 'required':
      return `a member named ${String(error.params.missingProperty)}`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'no such member';
    case 'type':
      return Array.isArray(value) ? value.join(' or ') : withArticle(String(value));
    case 'enum':
      return `one of ${(value as unknown[]).map((item) => JSON.stringify(item)).join(', ')}`;
    case 'const':
      return JSON.stringify(value);
    case 'format':
      return `the format ${String(value)}`;
    case 'minLength':
      return `at least ${count(value, 'character')}`;
    case 'maxLength':
      return `at most ${count(value, 'character')}`;
    case 'minItems':
      return `at least ${count(value, 'item')}`;
    case 'maxItems':
      return `at most ${count(value, 'item')}`;
    case 'minProperties':
      return `at least ${count(value, 'member')}`;
    case 'maxProperties':
      return `at most ${count(value, 'member')}`;
    case 'dependentRequired':
      return `${String(error.params.missingProperty)} beside ${String(error.params.property)}`;
    case 'minimum':
      return `a number of at least ${String(value)}`;
    case 'maximum':
      return `a number of at most ${String(value)}`;
    case 'exclusiveMinimum':
      return `a number above ${String(value)}`;
    case 'pattern':
      return `a match of ${String(value)}`;
    case 'x-minimum-modulus-length':
      return `a key of at least ${count(value, 'bit')}`;
    default:
      return error.message ?? `${error.keyword} ${brief(value)}`;
  }
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : type === 'null' ? 'null' : `a ${type}`;
}

function count(value: unknown, unit: string): string {
  return `${String(value)} ${unit}${value === 1 ? '' : 's'}`;
}

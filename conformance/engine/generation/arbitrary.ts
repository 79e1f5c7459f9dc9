import * as fc from 'fast-check';
import type { MediaType } from '../../../src/contract/document/operation.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import type { Formats } from '../../../src/contract/schema/format.ts';
import {
  chain,
  child,
  conjuncts,
  keyword,
  memberNames,
  type SchemaChain,
} from '../../../src/contract/schema/schema-walk.ts';
import { FORMATS } from './formats.ts';
import { text } from './text.ts';

/** A part of a body: its schema, and the values that this part has in the examples. */
interface SchemaPlace {
  readonly nodes: SchemaChain;
  readonly examples: readonly unknown[];
  readonly depth: number;
  readonly required: boolean;
  /** Definitions of the formats of the document, by name, with sample values from which the generator chooses. */
  readonly formats: Formats;
}

/**
 * The maximum nesting depth of a generated value. At the maximum depth, an object gets no optional properties and an
 * array gets no items, so that a recursive schema ends.
 */
const MAX_DEPTH = 12;
const USUAL_ITEMS = 3;
/**
 * The largest generated number for a schema without a maximum: unusually large, but within the range of common database
 * columns.
 */
const LARGEST = 10_000;

/**
 * Generates values for the schema of a body: any combination of optional properties, boundary values, and texts in many
 * scripts. The caller must insert the names, email addresses and fixtures of the run. The caller must also validate the
 * values, since the generator ignores some keywords (`not`, `if`).
 */
export function arbitraryBody(
  document: JsonObject,
  { schema, examples }: MediaType,
  formats: Formats = {},
): fc.Arbitrary<unknown> {
  const nodes = chain(document, schema?.schema);
  const shown = examples.map(({ value }) => value);
  return valuesOf(document, { nodes, examples: shown, depth: 0, required: true, formats });
}

function valuesOf(document: JsonObject, place: SchemaPlace): fc.Arbitrary<unknown> {
  const nodes = conjuncts(document, place.nodes);
  const constant = keyword(nodes, 'const');
  if (constant !== undefined) return fc.constant(constant);
  const values = keyword(nodes, 'enum');
  if (Array.isArray(values)) return fc.constantFrom(...values);
  if (keyword(nodes, 'x-exemplary') === true && place.examples.length > 0) return fc.constantFrom(...place.examples);
  const branches = keyword(nodes, 'oneOf') ?? keyword(nodes, 'anyOf');
  if (Array.isArray(branches)) {
    return fc.oneof(...branches.map((branch) => valuesOf(document, { ...place, nodes: chain(document, branch) })));
  }
  const types = [keyword(nodes, 'type') ?? (memberNames(document, nodes).length > 0 ? 'object' : 'string')].flat();
  return fc.oneof(...types.map((type) => ofType(document, { ...place, nodes }, type)));
}

function ofType(document: JsonObject, place: SchemaPlace, type: unknown): fc.Arbitrary<unknown> {
  const { nodes } = place;
  switch (type) {
    case 'object':
      return memberNames(document, nodes).length > 0 ? record(document, place) : map(document, place);
    case 'array':
      return array(document, place);
    case 'integer':
      return number(nodes, true);
    case 'number':
      return number(nodes, false);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return string(place);
  }
}

function record(document: JsonObject, place: SchemaPlace): fc.Arbitrary<unknown> {
  const { nodes, depth } = place;
  const required = nodes.flatMap((node) => (Array.isArray(node.required) ? node.required.map(String) : []));
  const names = memberNames(document, nodes).filter((name) => required.includes(name) || depth < MAX_DEPTH);
  const members = names.map((name) => [name, childValues(document, place, name, required.includes(name))] as const);
  // Generates either most optional properties, so that the generated values are deeply nested, or about half of the
  // optional properties in any combination.
  const dense = recordOf(members, required, 6);
  return required.length === names.length ? dense : fc.oneof(dense, recordOf(members, required, 2));
}

const ABSENT = Symbol('absent');

/** Generates objects. On average, an optional property is absent from one of `freq` generated objects. */
function recordOf(
  members: readonly (readonly [name: string, value: fc.Arbitrary<unknown>])[],
  required: readonly string[],
  freq: number,
): fc.Arbitrary<unknown> {
  const optional = (value: fc.Arbitrary<unknown>) => fc.option(value, { nil: ABSENT, freq });
  const all = members.map(([name, value]) => [name, required.includes(name) ? value : optional(value)] as const);
  return fc
    .record(Object.fromEntries(all), { noNullPrototype: true })
    .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== ABSENT)));
}

/** Generates a map with at least one entry, since the contract does not decide whether a map may be empty. */
function map(document: JsonObject, place: SchemaPlace): fc.Arbitrary<unknown> {
  const { nodes, examples } = place;
  if (!isObject(keyword(nodes, 'additionalProperties'))) return fc.constant({});
  const known = examples.filter(isObject).flatMap((example) => Object.keys(example));
  const name = fc.oneof(text(1), ...(known.length > 0 ? [fc.constantFrom(...known)] : []));
  const entry = fc.tuple(name, childValues(document, place, known[0] ?? 'any', true));
  return fc
    .uniqueArray(entry, { minLength: 1, maxLength: USUAL_ITEMS, selector: ([key]) => key })
    .map((entries) => Object.fromEntries(entries));
}

function array(document: JsonObject, place: SchemaPlace): fc.Arbitrary<unknown> {
  const { nodes, depth } = place;
  const minLength = Number(keyword(nodes, 'minItems') ?? (place.required ? 1 : 0));
  const most = Math.min(Number(keyword(nodes, 'maxItems') ?? USUAL_ITEMS), USUAL_ITEMS);
  const maxLength = Math.max(minLength, depth < MAX_DEPTH ? most : 0);
  const item = childValues(document, place, '0', true);
  return keyword(nodes, 'uniqueItems') === true
    ? fc.uniqueArray(item, { minLength, maxLength, selector: (one) => JSON.stringify(one) })
    : fc.array(item, { minLength, maxLength });
}

/** Generates values for a property, or for the items of an array. */
function childValues(
  document: JsonObject,
  { nodes, examples, depth, formats }: SchemaPlace,
  name: string,
  required: boolean,
) {
  const isMap = memberNames(document, nodes).length === 0;
  const inner = examples.flatMap((example): unknown[] => {
    if (Array.isArray(example)) return example;
    if (!isObject(example)) return [];
    return isMap ? Object.values(example) : Object.hasOwn(example, name) ? [example[name]] : [];
  });
  const found = child(document, nodes, name) ?? [];
  return valuesOf(document, { nodes: found, examples: inner, depth: depth + 1, required, formats });
}

/** Generates required strings that are never empty, since services may treat an empty value as a missing value. */
function string({ nodes, examples, required, formats }: SchemaPlace): fc.Arbitrary<unknown> {
  const shown = examples.filter((example) => typeof example === 'string');
  const ofExamples = shown.length > 0 ? [fc.constantFrom(...new Set(shown))] : [];
  const format = String(keyword(nodes, 'format'));
  const samples = formats[format]?.samples?.();
  const ofFormat = samples ? fc.constantFrom(...samples) : FORMATS[format]?.();
  if (ofFormat) return fc.oneof(...ofExamples, ofFormat);
  const pattern = keyword(nodes, 'pattern');
  const known = keyword(nodes, 'format') !== undefined || pattern !== undefined;
  if (known && ofExamples[0]) return ofExamples[0];
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'));
  const minimum = Math.max(Number(keyword(nodes, 'minLength') ?? 0), required ? 1 : 0);
  const most = keyword(nodes, 'maxLength');
  const any = { weight: 3, arbitrary: text(minimum, typeof most === 'number' ? most : undefined) };
  return fc.oneof({ withCrossShrink: true }, ...ofExamples, any);
}

function number(nodes: SchemaChain, isInteger: boolean): fc.Arbitrary<number> {
  const lower = edge(keyword(nodes, 'minimum'), keyword(nodes, 'exclusiveMinimum'));
  const upper = edge(keyword(nodes, 'maximum'), keyword(nodes, 'exclusiveMaximum'));
  // If the schema has no limits, the generator uses a range that every service accepts.
  const min = lower?.at ?? Math.min(1, upper?.at ?? 1);
  const max = upper?.at ?? Math.max(min, LARGEST);
  const [minExcluded, maxExcluded] = [lower?.isExcluded === true, upper?.isExcluded === true];
  const step = keyword(nodes, 'multipleOf') ?? (isInteger ? 1 : undefined);
  if (typeof step !== 'number') return fc.double({ min, max, minExcluded, maxExcluded, noNaN: true });
  const least = minExcluded ? Math.floor(min / step) + 1 : Math.ceil(min / step);
  const most = maxExcluded ? Math.ceil(max / step) - 1 : Math.floor(max / step);
  return fc.integer({ min: Math.min(least, most), max: most }).map((count) => count * step);
}

function edge(included: unknown, excluded: unknown): { at: number; isExcluded: boolean } | undefined {
  if (typeof excluded === 'number') return { at: excluded, isExcluded: true };
  return typeof included === 'number' ? { at: included, isExcluded: false } : undefined;
}

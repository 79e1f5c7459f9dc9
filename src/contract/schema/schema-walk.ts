import { type RuleReference, referencesFor } from '../document/rule.ts';
import { isObject, type JsonObject } from '../json.ts';
import { fromFragment, valueAt } from '../json-pointer.ts';

/** Chain of references: a schema and the schemas to which its `$ref` leads, with the referring node first. */
export type SchemaChain = readonly JsonObject[];

const chains = new WeakMap<JsonObject, SchemaChain>();

/** Follows `$ref` within the document. */
export function chain(document: JsonObject, schema: unknown): SchemaChain {
  if (!isObject(schema)) return [];
  const known = chains.get(schema);
  if (known) return known;
  const nodes = follow(document, schema);
  chains.set(schema, nodes);
  return nodes;
}

function follow(document: JsonObject, schema: JsonObject): SchemaChain {
  const nodes: JsonObject[] = [];
  let node: unknown = schema;
  while (isObject(node) && !nodes.includes(node)) {
    nodes.push(node);
    node = typeof node.$ref === 'string' ? valueAt(document, fromFragment(node.$ref)) : undefined;
  }
  return nodes;
}

/** Value of a schema keyword in the first schema of the chain that has the keyword; undefined if no schema has it. */
export function keyword(nodes: SchemaChain, name: string): unknown {
  return nodes.find((node) => Object.hasOwn(node, name))?.[name];
}

/** All schemas that every valid value satisfies: the chain of references and the chains of all `allOf` parts. */
export function conjuncts(document: JsonObject, nodes: SchemaChain): SchemaChain {
  if (!nodes.some(({ allOf }) => Array.isArray(allOf))) return nodes;
  const all = [...nodes];
  for (const { allOf } of all) {
    const parts = Array.isArray(allOf) ? allOf.flatMap((part) => chain(document, part)) : [];
    all.push(...parts.filter((part) => !all.includes(part)));
  }
  return all;
}

/** Schemas for the properties of an object and for the items of an array. */
interface Children {
  readonly named: ReadonlyMap<string, SchemaChain>;
  readonly additional: SchemaChain | undefined;
  readonly items: SchemaChain | undefined;
}

const children = new WeakMap<SchemaChain, Children>();

/** Schema of the property or item that a JSON Pointer token names; undefined if the document describes none. */
export function child(document: JsonObject, nodes: SchemaChain, token: string): SchemaChain | undefined {
  let known = children.get(nodes);
  if (!known) {
    known = childrenOf(document, nodes);
    children.set(nodes, known);
  }
  return known.named.get(token) ?? known.additional ?? (/^\d+$/.test(token) ? known.items : undefined);
}

function childrenOf(document: JsonObject, nodes: SchemaChain): Children {
  const all = conjuncts(document, nodes);
  const named = Map.groupBy(
    all.flatMap(({ properties }) => (isObject(properties) ? Object.entries(properties) : [])),
    ([name]) => name,
  );
  const additional = all.find((node) => isObject(node.additionalProperties))?.additionalProperties;
  const items = keyword(all, 'items');
  return {
    named: new Map([...named].map(([name, entries]) => [name, entries.flatMap(([, node]) => chain(document, node))])),
    additional: isObject(additional) ? chain(document, additional) : undefined,
    items: isObject(items) ? chain(document, items) : undefined,
  };
}

/**
 * Schema of the part of a value that the JSON Pointer tokens in `path` name; undefined if the document does not
 * describe this part.
 */
export function schemaAt(document: JsonObject, schema: unknown, path: readonly string[]): SchemaChain | undefined {
  return path.reduce<SchemaChain | undefined>(
    (nodes, token) => nodes && child(document, nodes, token),
    chain(document, schema),
  );
}

/** Names of the properties that a schema lists. */
export function memberNames(document: JsonObject, nodes: SchemaChain): string[] {
  return [
    ...new Set(
      conjuncts(document, nodes).flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : [])),
    ),
  ];
}

/** Keywords that this module does not evaluate, and that may allow properties in addition to those in `properties`. */
const UNREAD_KEYWORDS = ['anyOf', 'oneOf', 'if', 'patternProperties', 'dependentSchemas', '$dynamicRef'];

/**
 * True if an object schema lists all of its properties. False for an object schema with `additionalProperties: true` or
 * with a keyword such as `oneOf`.
 */
export function isClosed(document: JsonObject, nodes: SchemaChain): boolean {
  const all = conjuncts(document, nodes);
  if (
    all.some((node) => node.additionalProperties === true || UNREAD_KEYWORDS.some((name) => Object.hasOwn(node, name)))
  )
    return false;
  return all.some((node) => node.properties !== undefined || node.additionalProperties !== undefined);
}

/**
 * IDs of the rules for a schema keyword, at the part of a value that `path` names. Of all schemas on this path, the
 * deepest one that names rules for the keyword counts.
 */
export function rulesAt(document: JsonObject, schema: unknown, path: readonly string[], name: string): string[] {
  return [...new Set(referencesAt(document, schema, path, name).map(({ id }) => id))];
}

/** Items of `x-rules` for a schema keyword, at the part of a value that `path` names; `rulesAt` returns their IDs. */
export function referencesAt(
  document: JsonObject,
  schema: unknown,
  path: readonly string[],
  name: string,
): readonly RuleReference[] {
  let nodes: SchemaChain | undefined = chain(document, schema);
  let found = nodes.flatMap((node) => referencesFor(node, name));
  for (const token of path) {
    nodes = child(document, nodes, token);
    if (!nodes) break;
    const here = nodes.flatMap((node) => referencesFor(node, name));
    if (here.length > 0) found = here;
  }
  return found;
}

/** Property or item of a JSON value, with its schema. */
interface Place {
  /** Tokens of the JSON Pointer of the property or item. */
  readonly path: readonly string[];
  /** Schema of the property or item; undefined for a property that is not in the schema of its object. */
  readonly nodes: SchemaChain | undefined;
}

/** All properties and items of a value, with their schemas; includes unknown properties. */
function* places(
  document: JsonObject,
  nodes: SchemaChain,
  value: unknown,
  path: readonly string[] = [],
): Generator<Place> {
  const closed = isObject(value) && isClosed(document, nodes);
  for (const [name, member] of entriesOf(value)) {
    const at = [...path, name];
    const schema = child(document, nodes, name);
    if (schema || closed) yield { path: at, nodes: schema };
    if (schema) yield* places(document, schema, member, at);
  }
}

function entriesOf(value: unknown): Iterable<[string, unknown]> {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** Tokens of the JSON Pointers of the unknown properties in a value. */
export function* undocumented(document: JsonObject, schema: unknown, value: unknown): Generator<readonly string[]> {
  for (const { path, nodes } of places(document, chain(document, schema), value)) if (!nodes) yield path;
}

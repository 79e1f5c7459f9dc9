import { type RuleReference, referencesFor } from '../document/rule.ts';
import { isObject, type JsonObject } from '../json.ts';
import { fromFragment, valueAt } from '../json-pointer.ts';

/** A schema together with what its `$ref` leads to, the referring node first. */
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

/** The keyword's value, from the first node of the chain that has it. */
export function keyword(nodes: SchemaChain, name: string): unknown {
  return nodes.find((node) => Object.hasOwn(node, name))?.[name];
}

/** The chain and those of every `allOf` part: all that holds of a value in any case. */
export function conjuncts(document: JsonObject, nodes: SchemaChain): SchemaChain {
  if (!nodes.some(({ allOf }) => Array.isArray(allOf))) return nodes;
  const all = [...nodes];
  for (const { allOf } of all) {
    const parts = Array.isArray(allOf) ? allOf.flatMap((part) => chain(document, part)) : [];
    all.push(...parts.filter((part) => !all.includes(part)));
  }
  return all;
}

/** The schemas of the members and items of a value. */
interface Children {
  readonly named: ReadonlyMap<string, SchemaChain>;
  readonly additional: SchemaChain | undefined;
  readonly items: SchemaChain | undefined;
}

const children = new WeakMap<SchemaChain, Children>();

/** The schema of one member or item of a value, or undefined where the document says nothing of it. */
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

/** The schema at a place of a value, or undefined where the document says nothing of it. */
export function schemaAt(document: JsonObject, schema: unknown, path: readonly string[]): SchemaChain | undefined {
  return path.reduce<SchemaChain | undefined>(
    (nodes, token) => nodes && child(document, nodes, token),
    chain(document, schema),
  );
}

/** The members that a schema names. */
export function memberNames(document: JsonObject, nodes: SchemaChain): string[] {
  return [
    ...new Set(
      conjuncts(document, nodes).flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : [])),
    ),
  ];
}

/** Keywords under which members may be named that this walk does not see. */
const ELSEWHERE = ['anyOf', 'oneOf', 'if', 'patternProperties', 'dependentSchemas', '$dynamicRef'];

/**
 * True if an object schema lists its members: it names some, does not say `additionalProperties:
 * true`, and has no branches.
 */
export function isClosed(document: JsonObject, nodes: SchemaChain): boolean {
  const all = conjuncts(document, nodes);
  if (all.some((node) => node.additionalProperties === true || ELSEWHERE.some((name) => Object.hasOwn(node, name))))
    return false;
  return all.some((node) => node.properties !== undefined || node.additionalProperties !== undefined);
}

/**
 * The rules behind a keyword at a place of a value: those of the deepest schema on the way that
 * names any.
 */
export function rulesAt(document: JsonObject, schema: unknown, path: readonly string[], name: string): string[] {
  return [...new Set(referencesAt(document, schema, path, name).map(({ id }) => id))];
}

/** The same, as the document refers to them. */
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

/** A member or item of a value. */
interface Place {
  /** The tokens of its JSON Pointer. */
  readonly path: readonly string[];
  /** Its schema; undefined where the schema around it lists its members, and this is none of them. */
  readonly nodes: SchemaChain | undefined;
}

/** Every place of a value that the schema says something of, or should. */
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

/** JSON Pointers (as tokens) of the members of a value that no schema on the way names. */
export function* undocumented(document: JsonObject, schema: unknown, value: unknown): Generator<readonly string[]> {
  for (const { path, nodes } of places(document, chain(document, schema), value)) if (!nodes) yield path;
}

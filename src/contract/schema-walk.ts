import { isObject, type JsonObject } from './json.ts';
import { fromFragment, valueAt } from './json-pointer.ts';
import { rulesFor } from './rule.ts';

/** A schema together with what its `$ref` leads to, the referring node first. */
export type SchemaChain = readonly JsonObject[];

/** Follows `$ref` within the document. */
export function chain(document: JsonObject, schema: unknown): SchemaChain {
  const nodes: JsonObject[] = [];
  let node = schema;
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

/** The schema of one member or item of a value, or undefined where the document says nothing of it. */
export function child(document: JsonObject, nodes: SchemaChain, token: string): SchemaChain | undefined {
  const properties = keyword(nodes, 'properties');
  if (isObject(properties) && Object.hasOwn(properties, token)) return chain(document, properties[token]);
  const additional = keyword(nodes, 'additionalProperties');
  if (isObject(additional)) return chain(document, additional);
  const items = keyword(nodes, 'items');
  if (isObject(items) && /^\d+$/.test(token)) return chain(document, items);
  return undefined;
}

/**
 * The rules behind a keyword at a place of a value: those of the deepest schema on the way that
 * names any.
 */
export function rulesAt(document: JsonObject, schema: unknown, path: readonly string[], name: string): string[] {
  let nodes: SchemaChain | undefined = chain(document, schema);
  let found = nodes.flatMap((node) => rulesFor(node, name));
  for (const token of path) {
    nodes = child(document, nodes, token);
    if (!nodes) break;
    const here = nodes.flatMap((node) => rulesFor(node, name));
    if (here.length > 0) found = here;
  }
  return [...new Set(found)];
}

/** JSON Pointers (as tokens) of the members of a value that no schema on the way names. */
export function* undocumented(
  document: JsonObject,
  schema: unknown,
  value: unknown,
  path: readonly string[] = [],
): Generator<readonly string[]> {
  yield* walk(document, chain(document, schema), value, path);
}

function* walk(
  document: JsonObject,
  nodes: SchemaChain,
  value: unknown,
  path: readonly string[],
): Generator<readonly string[]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const schema = child(document, nodes, String(index));
      if (schema) yield* walk(document, schema, item, [...path, String(index)]);
    }
    return;
  }
  if (!isObject(value) || !isClosed(nodes)) return;
  for (const [name, member] of Object.entries(value)) {
    const schema = child(document, nodes, name);
    if (schema) yield* walk(document, schema, member, [...path, name]);
    else yield [...path, name];
  }
}

/** An object schema lists its members unless it says `additionalProperties: true` or names none. */
function isClosed(nodes: SchemaChain): boolean {
  if (keyword(nodes, 'additionalProperties') === true) return false;
  return keyword(nodes, 'properties') !== undefined || keyword(nodes, 'additionalProperties') !== undefined;
}

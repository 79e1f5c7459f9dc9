import { isObject, type JsonObject } from './json.ts';
import { chain, child, keyword, type SchemaChain } from './schema-walk.ts';

/**
 * The value without the members that the schema does not name: what a service keeps of a request
 * whose unknown properties it ignores. An object schema that names no member keeps them all.
 */
export function prune(document: JsonObject, schema: unknown, value: unknown): unknown {
  return pruneBy(document, chain(document, schema), value);
}

function pruneBy(document: JsonObject, nodes: SchemaChain, value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = child(document, nodes, '0');
    return items ? value.map((item) => pruneBy(document, items, item)) : value;
  }
  if (!isObject(value)) return value;
  const open = keyword(nodes, 'properties') === undefined && keyword(nodes, 'additionalProperties') === undefined;
  if (open) return value;
  const kept: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const schema = child(document, nodes, name);
    if (schema) kept.push([name, pruneBy(document, schema, member)]);
  }
  return Object.fromEntries(kept);
}

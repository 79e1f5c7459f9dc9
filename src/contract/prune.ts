import { isObject, type JsonObject } from './json.ts';
import { chain, keyword, type SchemaChain } from './schema-walk.ts';

type Prune = (value: unknown) => unknown;

/**
 * Takes the members away that the schema does not name: what a service keeps of a request whose
 * unknown properties it ignores. An object schema that names no member keeps them all. A value that
 * loses nothing is returned itself.
 */
export function pruner(document: JsonObject, schema: unknown): Prune {
  /** By node, so that a schema may refer to itself. */
  const known = new Map<unknown, Prune>();
  return of(schema);

  function of(node: unknown): Prune {
    const found = known.get(node);
    if (found) return found;
    let made: Prune | undefined;
    const prune: Prune = (value) => {
      if (typeof value !== 'object' || value === null) return value;
      made ??= forNodes(chain(document, node));
      return made(value);
    };
    known.set(node, prune);
    return prune;
  }

  function forNodes(nodes: SchemaChain): Prune {
    const items = keyword(nodes, 'items');
    const properties = keyword(nodes, 'properties');
    const additional = keyword(nodes, 'additionalProperties');
    const pruneItem = isObject(items) ? of(items) : undefined;
    const pruneAdditional = isObject(additional) ? of(additional) : undefined;
    const members = new Map(
      Object.entries(isObject(properties) ? properties : {}).map(([name, member]) => [name, of(member)]),
    );
    const open = properties === undefined && additional === undefined;
    return (value) => {
      if (Array.isArray(value)) return pruneItem ? each(value, pruneItem) : value;
      return open || !isObject(value) ? value : pruneMembers(value, members, pruneAdditional);
    };
  }
}

function each(items: readonly unknown[], prune: Prune): readonly unknown[] {
  const kept = items.map(prune);
  return kept.every((item, index) => item === items[index]) ? items : kept;
}

function pruneMembers(value: JsonObject, members: ReadonlyMap<string, Prune>, additional: Prune | undefined): unknown {
  let whole = true;
  const kept: [string, unknown][] = [];
  for (const name of Object.keys(value)) {
    const prune = members.get(name) ?? additional;
    const member = value[name];
    const left = prune?.(member);
    if (prune) kept.push([name, left]);
    if (!prune || left !== member) whole = false;
  }
  return whole ? value : Object.fromEntries(kept);
}

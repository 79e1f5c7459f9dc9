import { isObject, type JsonObject } from '../json.ts';
import { chain, conjuncts, isClosed, keyword, type SchemaChain } from './schema-walk.ts';

type Prune = (value: unknown) => unknown;

/**
 * Returns a function that removes the unknown properties of a value, as a lenient service does. An object schema
 * without a list of properties allows all properties. If the value has no unknown properties, the function returns the
 * value itself instead of a copy.
 */
export function pruner(document: JsonObject, schema: unknown): Prune {
  /**
   * Functions that remove unknown properties, one per schema node. Each reference to a node gets the same function, so
   * that a schema that refers to itself causes no endless recursion.
   */
  const known = new Map<unknown, Prune>();
  return of(schema);

  function of(node: unknown): Prune {
    const found = known.get(node);
    if (found) return found;
    let created: Prune | undefined;
    const prune: Prune = (value) => {
      if (typeof value !== 'object' || value === null) return value;
      created ??= forNodes(chain(document, node));
      return created(value);
    };
    known.set(node, prune);
    return prune;
  }

  function forNodes(nodes: SchemaChain): Prune {
    const all = conjuncts(document, nodes);
    const items = keyword(all, 'items');
    const additional = all.find((node) => isObject(node.additionalProperties))?.additionalProperties;
    const pruneItem = isObject(items) ? of(items) : undefined;
    const members = new Map<string, Prune>();
    for (const { properties } of all) {
      // If two `allOf` parts have a schema for the same property, neither of the two schemas lists everything that the
      // value of the property may contain, so this value is not changed.
      for (const [name, member] of Object.entries(isObject(properties) ? properties : {}))
        members.set(name, members.has(name) ? keep : of(member));
    }
    const pruneOther = additional ? of(additional) : isClosed(document, nodes) ? undefined : keep;
    return (value) => {
      if (Array.isArray(value)) return pruneItem ? each(value, pruneItem) : value;
      return isObject(value) ? pruneMembers(value, members, pruneOther) : value;
    };
  }
}

function keep(value: unknown): unknown {
  return value;
}

function each(items: readonly unknown[], prune: Prune): readonly unknown[] {
  const kept = items.map(prune);
  return kept.every((item, index) => item === items[index]) ? items : kept;
}

function pruneMembers(value: JsonObject, members: ReadonlyMap<string, Prune>, other: Prune | undefined): unknown {
  const names = Object.keys(value);
  const prunes = names.map((name) => members.get(name) ?? other);
  const pruned = names.map((name, index) => prunes[index]?.(value[name]));
  if (names.every((name, index) => prunes[index] && pruned[index] === value[name])) return value;
  return Object.fromEntries(names.flatMap((name, index) => (prunes[index] ? [[name, pruned[index]]] : [])));
}

import { isObject, type JsonObject } from '../json.ts';
import { chain, conjuncts, isClosed, keyword, type SchemaChain } from './schema-walk.ts';

type Prune = (value: unknown) => unknown;

/**
 * Takes the members away that the schema does not name: what a service keeps of a request whose
 * unknown properties it ignores. An object schema that does not list its members keeps them all. A
 * value that loses nothing is returned itself.
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
    const all = conjuncts(document, nodes);
    const items = keyword(all, 'items');
    const additional = all.find((node) => isObject(node.additionalProperties))?.additionalProperties;
    const pruneItem = isObject(items) ? of(items) : undefined;
    const members = new Map<string, Prune>();
    for (const { properties } of all) {
      // Where two parts name one member, neither says all of it.
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
  let whole = true;
  const kept: [string, unknown][] = [];
  for (const name of Object.keys(value)) {
    const prune = members.get(name) ?? other;
    const member = value[name];
    const left = prune?.(member);
    if (prune) kept.push([name, left]);
    if (!prune || left !== member) whole = false;
  }
  return whole ? value : Object.fromEntries(kept);
}

import type { Contract } from '../../../src/contract/contract.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { chain, child, keyword, type SchemaChain } from '../../../src/contract/schema/schema-walk.ts';

/**
 * The smallest body: the example reduced to its required properties, the first item of each array, and the first entry
 * of each map. An object without required properties keeps all properties, since they may depend on each other.
 */
export function minimalBody(contract: Contract, schema: JsonObject, example: unknown): unknown {
  return reduce(contract.root, chain(contract.root, schema), example, false);
}

/**
 * The example, reduced to the first item of every array and the first entry of every map. By convention, the first item
 * of an array in an example has all properties, and later items lack optional properties.
 */
export function firstItems(contract: Contract, schema: JsonObject, example: unknown): unknown {
  return reduce(contract.root, chain(contract.root, schema), example, true);
}

function reduce(document: JsonObject, nodes: SchemaChain, value: unknown, keepsOptional: boolean): unknown {
  const inner = (name: string, member: unknown) =>
    reduce(document, child(document, nodes, name) ?? [], member, keepsOptional);
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => inner('0', item));
  if (!isObject(value)) return value;
  const named = keyword(nodes, 'properties') !== undefined;
  const required = nodes.flatMap((node) => (Array.isArray(node.required) ? node.required.map(String) : []));
  const kept = Object.entries(value).filter(([name], index) => {
    if (!named) return index === 0;
    return keepsOptional || required.length === 0 || required.includes(name);
  });
  return Object.fromEntries(kept.map(([name, member]) => [name, inner(name, member)]));
}

import type { Contract } from '../../../src/contract/contract.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { places, replaced } from './places.ts';

/** Only what is required, with the values of the example; of an array the first item, of a map the first member. */
export function smallest(contract: Contract, schema: JsonObject, example: unknown): unknown {
  let body = example;
  for (const { path, nodes, value } of [...places(contract.root, schema, example)]) {
    if (Array.isArray(value) && value.length > 1) body = replaced(body, path, value.slice(0, 1));
    if (!isObject(value) || !nodes.some((node) => isObject(node.properties))) continue;
    const required = new Set(nodes.flatMap((node) => (Array.isArray(node.required) ? node.required.map(String) : [])));
    for (const name of Object.keys(value)) {
      const isNeeded = required.has(name) || required.size === 0;
      if (!isNeeded) body = replaced(body, [...path, name], undefined);
    }
  }
  return body;
}

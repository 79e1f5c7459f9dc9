import { isObject } from '../../src/contract/json.ts';

/** Applies a JSON Merge Patch (RFC 7396), in which null deletes a property. */
export function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const properties = new Map(Object.entries(isObject(value) ? value : {}));
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) properties.delete(name);
    else properties.set(name, mergePatch(properties.get(name), change));
  }
  return Object.fromEntries(properties);
}

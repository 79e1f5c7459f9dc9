import { isObject } from '../../src/contract/json.ts';

/** Applies a JSON Merge Patch (RFC 7396): null deletes a property. */
export function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const members = new Map(Object.entries(isObject(value) ? value : {}));
  for (const [name, member] of Object.entries(patch)) {
    if (member === null) members.delete(name);
    else members.set(name, mergePatch(members.get(name), member));
  }
  return Object.fromEntries(members);
}

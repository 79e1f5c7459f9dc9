import { isObject, type JsonObject } from '../../src/contract/json.ts';

/**
 * The document with one server for all of its operations: the mock knows no other. `url` is absolute, since what
 * makes clients of documents does not heed from where it was read.
 */
export function servedAt(root: JsonObject, url: string): JsonObject {
  const paths = isObject(root.paths) ? root.paths : {};
  return {
    ...root,
    servers: [{ url, description: 'This mock' }],
    paths: mapObjects(paths, (item) => mapObjects(withoutServers(item), withoutServers)),
  };
}

function withoutServers(node: JsonObject): JsonObject {
  const { servers: _, ...rest } = node;
  return rest;
}

function mapObjects(node: JsonObject, change: (value: JsonObject) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, isObject(value) ? change(value) : value]),
  );
}

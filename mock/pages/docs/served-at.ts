import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { relocation, withExamples } from '../../pipeline/replies/relocate.ts';

/**
 * The document with one server for all of its operations, and in the URLs of its examples: the mock knows no other.
 * `world`, the URL before the base path, is absolute, since what makes clients of documents does not heed from where
 * it was read.
 */
export function servedAt(root: JsonObject, basePath: string, world: string): JsonObject {
  const relocated = withExamples(root, relocation(root, basePath)(world)) as JsonObject;
  const paths = isObject(relocated.paths) ? relocated.paths : {};
  return {
    ...relocated,
    servers: [{ url: world + basePath, description: 'This mock' }],
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

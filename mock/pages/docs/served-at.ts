import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { relocation, withExamples } from '../../pipeline/replies/relocate.ts';

/**
 * Replaces the servers of an OpenAPI document by the mock, also in URLs within its examples.
 *
 * @param baseUrl absolute URL of the mock or sandbox, without the base path. `baseUrl` is absolute, since code
 * generators cannot use a relative URL
 */
export function servedAt(root: JsonObject, basePath: string, baseUrl: string): JsonObject {
  const relocated = withExamples(root, relocation(root, basePath)(baseUrl)) as JsonObject;
  const paths = isObject(relocated.paths) ? relocated.paths : {};
  return {
    ...relocated,
    servers: [{ url: baseUrl + basePath, description: 'This mock' }],
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

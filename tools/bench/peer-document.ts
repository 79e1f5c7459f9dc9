import { isObject, type JsonObject } from '../../src/contract/json.ts';

/**
 * Values of the keyword `format` that OpenAPI or JSON Schema defines. The compared tools reject other values, or print
 * warnings about them.
 */
const STANDARD_FORMATS = new Set(['uuid', 'date-time', 'email', 'uri', 'uri-reference', 'date']);

/**
 * Copy of the document that every compared tool can read: OpenAPI 3.0.3 without the extensions and formats of this
 * project. The copy has the same constraints as the document, except for the encoding and size of public keys.
 */
export function peerDocument(root: JsonObject): JsonObject {
  const { info, servers, ...rest } = plain(root) as JsonObject;
  const { summary: _summary, license: _license, ...plainInfo } = info as JsonObject;
  return { ...rest, openapi: '3.0.3', info: plainInfo, servers: (servers as unknown[]).slice(0, 1) };
}

function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain);
  if (!isObject(node)) return node;
  // OpenAPI 3.0 allows no properties next to `$ref`, so the copy omits them.
  if (typeof node.$ref === 'string') return { $ref: node.$ref };
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name]) => !name.startsWith('x-'))
      .filter(([name, value]) => name !== 'format' || STANDARD_FORMATS.has(String(value)))
      // `examples` of a schema is a list, which 3.0 does not support; `examples` of a media type is an object.
      .filter(([name, value]) => name !== 'examples' || !Array.isArray(value))
      .map(([name, value]) => [name, name === 'value' ? value : plain(value)]),
  );
}

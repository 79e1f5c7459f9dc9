import { isObject, type JsonObject } from '../../src/contract/json.ts';

/** Formats that OpenAPI and JSON Schema know; a peer warns of any other, or rejects it. */
const STANDARD_FORMATS = new Set(['uuid', 'date-time', 'email', 'uri', 'uri-reference', 'date']);

/**
 * The document in the form in which every peer reads it: OpenAPI 3.0.3, without extensions and
 * formats of this project. What it demands is the same, but for the key's form and size.
 */
export function peerDocument(root: JsonObject): JsonObject {
  const { info, servers, ...rest } = plain(root) as JsonObject;
  const { summary: _summary, license: _license, ...plainInfo } = info as JsonObject;
  return { ...rest, openapi: '3.0.3', info: plainInfo, servers: (servers as unknown[]).slice(0, 1) };
}

function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain);
  if (!isObject(node)) return node;
  // 3.0 has no members beside a reference.
  if (typeof node.$ref === 'string') return { $ref: node.$ref };
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name]) => !name.startsWith('x-'))
      .filter(([name, value]) => name !== 'format' || STANDARD_FORMATS.has(String(value)))
      // `examples` of a schema is a list, which 3.0 does not have; that of a media type is an object.
      .filter(([name, value]) => name !== 'examples' || !Array.isArray(value))
      .map(([name, value]) => [name, name === 'value' ? value : plain(value)]),
  );
}

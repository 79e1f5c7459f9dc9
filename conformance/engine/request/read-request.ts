import type { Operation } from '../../../src/contract/document/operation.ts';
import { type PathParameters, pathReader } from '../../../src/contract/document/path-template.ts';
import { parseJson } from '../../../src/contract/json.ts';
import type { WireRequest } from '../../../src/run-result/wire.ts';

const readers = new WeakMap<Operation, ReturnType<typeof pathReader>>();

/** The path parameters of a request; undefined if the path of the request does not match the operation. */
export function pathParametersOf(
  basePath: string,
  operation: Operation,
  { path }: WireRequest,
): PathParameters | undefined {
  const read = readers.get(operation) ?? pathReader(basePath + operation.path);
  readers.set(operation, read);
  return read(path.split('?', 1)[0] ?? '');
}

/** True if a segment of the path of the request is the identifier. */
export function addresses({ path }: WireRequest, id: string): boolean {
  return path.split(/[/?]/).includes(encodeURIComponent(id));
}

/** The values of a header of the request. The letter case of header names does not matter. */
export function headerValues({ headers }: WireRequest, name: string): string[] {
  return Object.entries(headers).flatMap(([own, value]) => (own.toLowerCase() === name.toLowerCase() ? [value] : []));
}

/** True if the request has the API key in every header in which the operation expects an API key. */
export function hasApiKey({ apiKeys }: Operation, request: WireRequest, apiKey: string): boolean {
  return apiKeys.every(
    ({ in: place, name }) =>
      place !== 'header' || request.headers[name] === apiKey || headerValues(request, name).includes(apiKey),
  );
}

/**
 * The JSON object at the start of an invalid JSON body, since a faulty service may read only this object; undefined if
 * the body does not start with an object.
 */
export function leadingJsonOfRequest(request: WireRequest): unknown {
  const text = request.body?.toString().trimStart() ?? '';
  if (!text.startsWith('{')) return undefined;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}]/g)) {
    if (token === '{') depth++;
    else if (token === '}' && --depth === 0) return parseJson(text.slice(0, index + 1));
  }
  return undefined;
}

const bodies = new WeakMap<WireRequest, unknown>();

/** The JSON body of a request, parsed once; undefined if the request has no JSON body. */
export function jsonOfRequest(request: WireRequest): unknown {
  if (!bodies.has(request)) bodies.set(request, parseJson(request.body?.toString() ?? ''));
  return bodies.get(request);
}

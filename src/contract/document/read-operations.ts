import { isObject, type JsonObject } from '../json.ts';
import { append, fromFragment, valueAt } from '../json-pointer.ts';
import type {
  ApiKey,
  Example,
  MediaType,
  Operation,
  Parameter,
  RequestBody,
  Response,
  SchemaLocation,
} from './operation.ts';
import { rulesOf } from './rule.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Node of the document with its JSON Pointer, after `$ref` is resolved. */
interface Located {
  readonly node: JsonObject;
  readonly pointer: string;
}

/**
 * Reads all operations of the document, in the order of the document. An operation without an operationId is named
 * `GET /path`.
 */
export function readOperations(root: JsonObject): Operation[] {
  const paths = isObject(root.paths) ? root.paths : {};
  return Object.keys(paths).flatMap((path) => {
    const item = locate(root, append('/paths', path));
    return METHODS.filter((method) => isObject(item.node[method])).map((method) =>
      readOperation(root, path, method, item),
    );
  });
}

/** Path of the first server's URL, with the default values of its variables. */
export function basePathOf(root: JsonObject): string {
  const server = Array.isArray(root.servers) ? root.servers[0] : undefined;
  if (!isObject(server) || typeof server.url !== 'string') return '';
  const variables = isObject(server.variables) ? server.variables : {};
  const url = server.url.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const variable = variables[name];
    return isObject(variable) ? String(variable.default ?? '') : '';
  });
  return new URL(url, 'http://localhost').pathname.replace(/(?<!\/)\/+$/, '');
}

function readOperation(root: JsonObject, path: string, method: string, item: Located): Operation {
  const { node, pointer } = locate(root, append(item.pointer, method));
  return {
    operationId: typeof node.operationId === 'string' ? node.operationId : `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    summary: String(node.summary ?? ''),
    tags: Array.isArray(node.tags) ? node.tags.map(String) : [],
    clause: typeof node['x-clause'] === 'string' ? node['x-clause'] : undefined,
    parameters: readParameters(root, item, { node, pointer }),
    apiKeys: readApiKeys(root, node),
    requestBody: isObject(node.requestBody) ? readRequestBody(root, append(pointer, 'requestBody')) : undefined,
    responses: Object.keys(isObject(node.responses) ? node.responses : {}).map((status) =>
      readResponse(root, status, append(pointer, 'responses', status)),
    ),
    node,
  };
}

/**
 * Reads the parameters of an operation. A parameter of the operation overrides the same parameter of its
 * path (§4.8.9).
 */
function readParameters(root: JsonObject, ...owners: Located[]): Parameter[] {
  const byKey = new Map<string, Parameter>();
  for (const owner of owners) {
    const list = Array.isArray(owner.node.parameters) ? owner.node.parameters : [];
    for (const index of list.keys()) {
      const located = locate(root, append(owner.pointer, 'parameters', index));
      const parameter = readParameter(root, String(located.node.name), located);
      byKey.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  return [...byKey.values()];
}

function readParameter(root: JsonObject, name: string, { node, pointer }: Located): Parameter {
  return {
    name,
    in: (node.in as Parameter['in'] | undefined) ?? 'header',
    required: node.required === true,
    schema: readSchema(root, node, pointer),
    examples: readExamples(root, node, pointer),
    fixture: typeof node['x-fixture'] === 'string' ? node['x-fixture'] : undefined,
    rules: rulesOf(node),
    node,
  };
}

/**
 * Reads the declarations of the API keys that an operation requires. Alternatives in `security` are ignored: every API
 * key that `security` names counts as required.
 */
function readApiKeys(root: JsonObject, operation: JsonObject): ApiKey[] {
  const security = operation.security ?? root.security;
  const names = Array.isArray(security) ? security.flatMap((item) => (isObject(item) ? Object.keys(item) : [])) : [];
  return [...new Set(names)]
    .map((name) => locate(root, append('/components/securitySchemes', name)).node)
    .filter((scheme) => scheme.type === 'apiKey')
    .map((scheme) => ({ name: String(scheme.name), in: scheme.in as ApiKey['in'], rules: rulesOf(scheme) }));
}

function readRequestBody(root: JsonObject, at: string): RequestBody {
  const { node, pointer } = locate(root, at);
  return { required: node.required === true, content: readContent(root, node, pointer) };
}

function readResponse(root: JsonObject, status: string, at: string): Response {
  const { node, pointer } = locate(root, at);
  const headers = isObject(node.headers) ? Object.keys(node.headers) : [];
  return {
    status,
    description: String(node.description ?? ''),
    content: readContent(root, node, pointer),
    headers: headers.map((name) => readParameter(root, name, locate(root, append(pointer, 'headers', name)))),
    node,
  };
}

function readContent(root: JsonObject, owner: JsonObject, pointer: string): MediaType[] {
  if (!isObject(owner.content)) return [];
  return Object.keys(owner.content).map((mediaType) => {
    const located = locate(root, append(pointer, 'content', mediaType));
    return {
      mediaType,
      schema: readSchema(root, located.node, located.pointer),
      examples: readExamples(root, located.node, located.pointer),
    };
  });
}

function readSchema(root: JsonObject, owner: JsonObject, pointer: string): SchemaLocation | undefined {
  if (!isObject(owner.schema)) return undefined;
  const at = append(pointer, 'schema');
  return { schema: valueAt(root, at) as JsonObject, pointer: at };
}

function readExamples(root: JsonObject, owner: JsonObject, pointer: string): Example[] {
  if (owner.example !== undefined) return [{ name: 'example', value: owner.example }];
  if (!isObject(owner.examples)) return [];
  return Object.keys(owner.examples)
    .map((name) => ({ name, value: locate(root, append(pointer, 'examples', name)).node.value }))
    .filter(({ value }) => value !== undefined);
}

/** Node of the document at a JSON Pointer, after its `$ref` is resolved. */
function locate(root: JsonObject, pointer: string): Located {
  let at = pointer;
  for (let hops = 0; hops < 100; hops++) {
    const node = valueAt(root, at);
    if (!isObject(node)) return { node: {}, pointer: at };
    if (typeof node.$ref !== 'string') return { node, pointer: at };
    at = fromFragment(node.$ref);
  }
  return { node: {}, pointer: at };
}

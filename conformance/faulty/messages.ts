import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Contract } from '../../src/contract/contract.ts';
import { loadDocument } from '../../src/contract/document/document.ts';
import { templatePattern } from '../../src/contract/document/path-template.ts';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import type { FaultyRequest, FaultyResponse, Forward } from './defect.ts';
import { jsonOf } from './json-message.ts';

/** Functions that read parts of a request, or create a changed request or response, for the tables of defects. */

/** The operationId of one operation, or a list of operationIds. */
export type Operations = string | readonly string[];

export const UPSERT_INTEGRATION = 'upsertIntegrationObjectMetadata';
export const UPSERT_PROVIDER = 'upsertProviderObjectMetadata';
export const UPSERTS = [UPSERT_INTEGRATION, UPSERT_PROVIDER];

/** The seed of the mock behind the faulty server, read from spec/seed.yaml. */
export const API_KEY = 'test-key';
export const PROJECT = { id: '11111111-1111-4111-8111-111111111111', name: 'demo-project' };
export const OTHER_PROJECT = { id: '22222222-2222-4222-8222-222222222222', name: 'other-project' };
export const ORG = '33333333-3333-4333-8333-333333333333';
export const INTEGRATION = '44444444-4444-4444-8444-444444444444';
export const OTHER_INTEGRATION = '44444444-4444-4444-8444-444444444445';

const DOCUMENT = fileURLToPath(new URL('../../spec/openapi.yaml', import.meta.url));
const contract = new Contract(await loadDocument(DOCUMENT));
export const OPERATIONS = contract.operations;

/** The operations of the contract, with regular expressions for their paths. */
const ROUTES = OPERATIONS.map(({ operationId, method, path }) => {
  const pattern = new RegExp(`^${templatePattern(contract.basePath + path)}$`);
  return { operationId, method, pattern };
});

export function operationOf({ method, path }: FaultyRequest): string {
  const [pathname = ''] = path.split('?');
  return ROUTES.find((route) => route.method === method && route.pattern.test(pathname))?.operationId ?? 'none';
}

export function isOf(request: FaultyRequest, operations: Operations): boolean {
  return [operations].flat().includes(operationOf(request));
}

/**
 * The path segment that follows the name of a collection, as in `segmentOf(request, 'projects')`; empty if the path
 * does not contain this name.
 */
export function segmentOf({ path }: FaultyRequest, collection: string): string {
  const segments = path.split('/');
  const at = segments.indexOf(collection);
  return at < 0 ? '' : (segments[at + 1] ?? '');
}

/** The ID of the seeded project that the path names; for any other project, the segment of the path. */
export function projectIdOf(request: FaultyRequest): string {
  const named = segmentOf(request, 'projects');
  return [PROJECT, OTHER_PROJECT].find(({ name }) => name === named)?.id ?? named;
}

export function withSegment(request: FaultyRequest, collection: string, value: string): FaultyRequest {
  const segments = request.path.split('/');
  const at = segments.indexOf(collection) + 1;
  return at > 0 && at < segments.length ? { ...request, path: segments.with(at, value).join('/') } : request;
}

/** The JSON object in the body of a request to the operation; an empty object if there is none. */
export function bodyOf(request: FaultyRequest, on: Operations): JsonObject {
  return (isOf(request, on) && jsonOf(request)) || {};
}

export function withKey(request: FaultyRequest, key = API_KEY): FaultyRequest {
  return { ...request, headers: { ...request.headers, 'x-api-key': key } };
}

export function withType<Message extends FaultyRequest | FaultyResponse>(message: Message, type: string): Message {
  return { ...message, headers: { ...message.headers, 'content-type': type } };
}

/** A copy of an object without the given properties. */
export function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/**
 * A copy of a body with a changed value at a path such as `a.*.b`, where `*` stands for every item or property. For a
 * missing property, `change` receives undefined. The property is removed if `change` returns undefined. If no value
 * changes, the function returns the given object instead of a copy.
 */
export function mapped(value: unknown, path: string, change: (value: unknown) => unknown): unknown {
  const [name, ...rest] = path === '' ? [] : path.split('.');
  if (name === undefined) return change(value);
  const inner = (member: unknown) => mapped(member, rest.join('.'), change);
  if (Array.isArray(value)) return name === '*' ? sameOr(value, value.map(inner)) : value;
  if (!isObject(value)) return value;
  const names = name === '*' ? Object.keys(value) : [name];
  const changes = names
    .map((key) => [key, inner(value[key])] as const)
    .filter(([key, member]) => member !== value[key]);
  if (changes.length === 0) return value;
  const entries = Object.entries({ ...value, ...Object.fromEntries(changes) });
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}

/** True if a value at the path `a.*.b` meets the condition. */
export function has(value: unknown, path: string, isSuch: (value: unknown) => boolean): boolean {
  let found = false;
  mapped(value, path, (member) => {
    found ||= isSuch(member);
    return member;
  });
  return found;
}

/** A function that replaces one value by a second value; `instead(undefined, 'x')` sets a default. */
export const instead = (value: unknown, other: unknown) => (actual: unknown) => (actual === value ? other : actual);

/**
 * A copy of the array with changed items, or the same array if no item differs. If no item changes, the faulty server
 * forwards the body unchanged, byte by byte.
 */
function sameOr(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return after.every((item, index) => item === before[index]) ? before : after;
}

/** A response with a correct problem document, for defects that are not about errors. */
export function problem(status: number, detail = 'The service rejects this request.'): FaultyResponse {
  const type = `urn:faulty:problem:${status}`;
  const href = `https://faulty.example/problems/${status}`;
  const document = { type, href, title: STATUS_CODES[status], status, detail, instance: `urn:uuid:${randomUUID()}` };
  return { ...answer(status, document), headers: { 'content-type': 'application/problem+json' } };
}

/** A response with a JSON body, or with an empty body. */
export function answer(status: number, body?: unknown): FaultyResponse {
  if (body === undefined) return { status, headers: {}, body: Buffer.alloc(0) };
  return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) };
}

type State = Record<'projects' | 'jwtKeys' | 'installations', readonly JsonObject[]>;

/** The state of the mock behind the faulty server, from the control API of the mock. */
export async function stateOf(forward: Forward): Promise<State> {
  const answer = await forward({ method: 'GET', path: '/__admin/state', headers: {}, body: Buffer.alloc(0) });
  return jsonOf(answer) as unknown as State;
}

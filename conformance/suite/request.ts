import { randomUUID } from 'node:crypto';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import type { Example, Operation, Parameter } from '../../src/contract/operation.ts';
import { expandPath } from '../../src/contract/path-template.ts';
import { chain, child, keyword, type SchemaChain } from '../../src/contract/schema-walk.ts';
import type { WireRequest } from '../target/client.ts';
import { requireKid } from './kid.ts';
import { withRepeats } from './repeats.ts';
import { type Session, Untestable } from './session.ts';

/** A request to an operation; what is left out is as a valid request has it. */
export interface OperationRequest {
  readonly operation: Operation;
  /** Path parameters that differ from the fixtures. */
  readonly params?: Readonly<Record<string, string>>;
  /** JSON to send; absent for none. */
  readonly body?: unknown;
  /** Bytes to send in place of `body`. */
  readonly raw?: string | Buffer;
  readonly contentType?: string;
  /** `undefined` leaves the header out. */
  readonly apiKey?: string | undefined;
  /** The header `Accept`. */
  readonly accept?: string;
}

/** What it says of a client that takes any media type, as the `fetch` of a browser does. */
export const ANYTHING = '*/*';
const JSON_ALONE = 'application/json, application/problem+json';

/** Resolves parameters and fixtures to what goes over the wire. */
export async function toWire(session: Session, request: OperationRequest): Promise<WireRequest> {
  const { operation, raw, accept = JSON_ALONE } = request;
  const params = { ...(await pathParams(session, operation, request.params ?? {})), ...request.params };
  const apiKey = 'apiKey' in request ? request.apiKey : session.target.apiKey;
  const body = withRepeats(session, operation, request.body);
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const contentType = request.contentType ?? operation.requestBody?.content[0]?.mediaType;
  return {
    method: operation.method,
    path: session.contract.basePath + expandPath(operation.path, params) + queryOf(operation),
    headers: {
      Accept: accept,
      ...(apiKey !== undefined && Object.fromEntries(operation.apiKeys.map(({ name }) => [name, apiKey]))),
      ...(payload !== undefined && contentType !== undefined && { 'Content-Type': contentType }),
    },
    ...(payload !== undefined && { body: payload }),
  };
}

async function pathParams(
  session: Session,
  operation: Operation,
  given: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const parameter of operation.parameters) {
    if (parameter.in !== 'path' || Object.hasOwn(given, parameter.name)) continue;
    params[parameter.name] = await knownValue(session, parameter);
  }
  return params;
}

/** What a valid request has in the place of a path parameter. @throws Untestable */
export async function knownValue(session: Session, { name, fixture, examples }: Parameter): Promise<string> {
  if (fixture) return fixtureValue(session, fixture);
  const value = examples[0]?.value;
  if (value === undefined) throw new Untestable(`the document gives the parameter \`${name}\` no example`);
  return String(value);
}

/** The value behind an `x-fixture` of the document. An installation is never used up by chance: a made-up one. */
async function fixtureValue(session: Session, name: string): Promise<string> {
  switch (name) {
    case 'project':
      return session.fixture('project').id;
    case 'org':
      return session.fixture('org').id;
    case 'integration':
      return session.fixture('integration').id;
    case 'provider':
      return session.fixture('provider');
    case 'installation':
      return randomUUID();
    case 'jwtKey':
      return pooledKey(session);
    default:
      throw new Untestable(`the document asks for a fixture \`${name}\` that no configuration has`);
  }
}

const POOL = 32;

/** A key of this run, out of a few: no two requests that are under way share one. */
function pooledKey(session: Session): Promise<string> {
  return session.once(`key ${session.takeTurn() % POOL}`, async () => {
    const operation = session.contract.operation('createJwtKey');
    if (!operation) throw new Untestable('the document has no createJwtKey to make a key with');
    const body = { ...(validBody(session, operation) as JsonObject), label: session.uniqueName('Conformance key') };
    const request = await toWire(session, { operation, body });
    const startedAt = new Date();
    const answer = await session.send(request, operation);
    const kid = requireKid(answer);
    session.provided.set(kid, { request, answer, startedAt });
    return kid;
  });
}

function queryOf(operation: Operation): string {
  const required = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const query = new URLSearchParams(
    required.map(({ name, examples }) => [name, String(examples[0]?.value ?? '')] as [string, string]),
  );
  return query.size > 0 ? `?${query}` : '';
}

/**
 * The example, or the operation's largest one, with the fixtures and fresh names in their places; undefined without
 * a body.
 */
export function validBody(session: Session, operation: Operation, example = largestExample(operation)): unknown {
  const schema = operation.requestBody?.content[0]?.schema?.schema;
  return schema && example && fresh(session, schema, example.value);
}

const largest = new WeakMap<Operation, Example | undefined>();

/** It is asked for by most cases. */
export function largestExample(operation: Operation): Example | undefined {
  if (!largest.has(operation)) {
    const examples = operation.requestBody?.content[0]?.examples ?? [];
    largest.set(operation, examples.toSorted((a, b) => size(b.value) - size(a.value))[0]);
  }
  return largest.get(operation);
}

/** A copy with fixtures and unique names where the schema asks for them. */
export function fresh(session: Session, schema: JsonObject, value: unknown): unknown {
  return freshen(session, chain(session.contract.root, schema), value);
}

function freshen(session: Session, nodes: SchemaChain, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => freshen(session, child(session.contract.root, nodes, String(index)) ?? [], item));
  }
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => [
      name,
      freshen(session, child(session.contract.root, nodes, name) ?? [], member),
    ]);
    return Object.fromEntries(members);
  }
  if (keyword(nodes, 'x-fixture') === 'provider') return session.fixture('provider');
  if (keyword(nodes, 'x-unique') === true) return uniqueValue(session, nodes);
  if (keyword(nodes, 'x-run') === true && typeof value === 'string' && value !== '') return session.runName(value);
  return value;
}

function uniqueValue(session: Session, nodes: SchemaChain): string {
  return keyword(nodes, 'format') === 'email' ? session.emailAddress(session.uniqueName()) : session.uniqueIdentifier();
}

function size(value: unknown): number {
  return JSON.stringify(value).length;
}

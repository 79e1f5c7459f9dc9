import { randomUUID } from 'node:crypto';
import type { Contract } from '../../src/contract/contract.ts';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import type { Example, Operation, Parameter } from '../../src/contract/operation.ts';
import { expandPath } from '../../src/contract/path-template.ts';
import { chain, child, keyword, type SchemaChain } from '../../src/contract/schema-walk.ts';
import type { WireRequest } from '../target/client.ts';
import { isFieldValue } from '../target/field-value.ts';
import { requireKid } from './kid.ts';
import { withRepeats } from './repeats.ts';
import { bodyOf, lackOfBody, samplesOf, toldBySchema } from './samples.ts';
import { type Session, Unsaid, Untestable } from './session.ts';

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
  const contentType = request.contentType ?? bodyOf(session.contract, operation)?.mediaType;
  return {
    method: operation.method,
    path: session.contract.basePath + expandPath(operation.path, params) + queryOf(session, operation),
    headers: {
      Accept: accept,
      ...headersOf(session, operation),
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
    params[parameter.name] = await knownValue(session, operation, parameter);
  }
  return params;
}

/** What a valid request has in the place of a path parameter. @throws Untestable */
export async function knownValue(session: Session, operation: Operation, parameter: Parameter): Promise<string> {
  if (parameter.fixture) return fixtureValue(session, parameter.fixture);
  // One that was made up would name nothing.
  return shownValue(operation, parameter, [...parameter.examples, ...toldBySchema(session.contract, parameter)]);
}

function shownValue({ operationId }: Operation, { name }: Parameter, [example]: readonly Example[]): string {
  if (example === undefined) {
    throw new Unsaid(`the document gives the parameter \`${name}\` of ${operationId} no example: add one`);
  }
  return String(example.value);
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

function queryOf(session: Session, operation: Operation): string {
  const query = new URLSearchParams(requiredIn('query', session, operation));
  return query.size > 0 ? `?${query}` : '';
}

/** Those that OpenAPI leaves to other places of the document are no parameters (§4.8.12.1). */
const NO_PARAMETERS = ['accept', 'content-type', 'authorization'];

function headersOf(session: Session, operation: Operation): Record<string, string> {
  const elsewhere = [...NO_PARAMETERS, ...operation.apiKeys.map(({ name }) => name.toLowerCase())];
  const headers = requiredIn('header', session, operation);
  const cookies = requiredIn('cookie', session, operation).map((cookie) => cookie.join('='));
  return {
    ...Object.fromEntries(headers.filter(([name]) => !elsewhere.includes(name.toLowerCase()))),
    ...(cookies.length > 0 && { Cookie: cookies.join('; ') }),
  };
}

/** The parameters that have to be there, but for those of the path. @throws Untestable */
function requiredIn(place: Parameter['in'], session: Session, operation: Operation): [name: string, value: string][] {
  return operation.parameters
    .filter((parameter) => parameter.in === place && parameter.required)
    .map((parameter) => {
      const samples = samplesOf(session.contract, parameter);
      const fitting = samples.filter(({ value }) => place === 'query' || isFieldValue(String(value)));
      return [parameter.name, shownValue(operation, parameter, fitting)];
    });
}

/**
 * The example, or the operation's largest one, with the fixtures and fresh names in their places; undefined where it
 * takes no body.
 *
 * @throws Untestable where the document has none, and none can be made
 */
export function validBody(session: Session, operation: Operation, example?: Example): unknown {
  const { contract } = session;
  const lack = lackOfBody(contract, operation);
  if (lack !== undefined) throw new Unsaid(lack);
  const chosen = example ?? largestExample(contract, operation);
  return chosen && fresh(session, bodyOf(contract, operation)?.schema?.schema ?? {}, chosen.value);
}

const largest = new WeakMap<Operation, Example | undefined>();

/** It is asked for by most cases. */
export function largestExample(contract: Contract, operation: Operation): Example | undefined {
  if (!largest.has(operation)) {
    const examples = bodyOf(contract, operation)?.examples ?? [];
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

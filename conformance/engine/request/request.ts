import { randomUUID } from 'node:crypto';
import type { Contract } from '../../../src/contract/contract.ts';
import { creationOf, evaluate } from '../../../src/contract/document/effects.ts';
import type { Example, Operation, Parameter } from '../../../src/contract/document/operation.ts';
import { expandPath } from '../../../src/contract/document/path-template.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { tokens } from '../../../src/contract/json-pointer.ts';
import { chain, child, keyword, type SchemaChain } from '../../../src/contract/schema/schema-walk.ts';
import type { Answer, WireRequest } from '../../../src/run-result/wire.ts';
import { isFieldValue } from '../../connection/field-value.ts';
import { isFree, places, replaced } from '../bodies/body-places.ts';
import type { Session } from '../session.ts';
import { MissingExample, Untestable } from '../untestable.ts';
import { withRepeats } from './repeats.ts';
import { bodyOf, largestExample, samplesOf, valuesFromSchema, whyNoBody } from './samples.ts';

/**
 * The parts of a request that a case sets. The suite fills in the other parts as in a valid request to the operation.
 */
export interface OperationRequest {
  readonly operation: Operation;
  /** The path parameters that the case sets; the other path parameters get the values of the fixtures. */
  readonly params?: Readonly<Record<string, string>>;
  /** The value to send as a JSON body; absent for a request without a body. */
  readonly body?: unknown;
  /** The bytes to send as the body, instead of the JSON of `body`. */
  readonly raw?: string | Buffer;
  readonly contentType?: string;
  /**
   * The API key to send; the API key of the target if the property `apiKey` is absent. If `apiKey` is present with the
   * value `undefined`, the request has no header with an API key.
   */
  readonly apiKey?: string | undefined;
  /** The value of the header `Accept`; the media types of JSON and of problem documents if absent. */
  readonly accept?: string;
}

/** The `Accept` header of a client that accepts any media type, such as the `fetch` of a browser. */
export const ANY_MEDIA_TYPE = '*/*';
const JSON_ALONE = 'application/json, application/problem+json';

/** Builds the HTTP request of an operation from parameters, fixtures and body. */
export async function toWire(session: Session, request: OperationRequest): Promise<WireRequest> {
  const { operation, raw, accept = JSON_ALONE } = request;
  const params = { ...(await pathParams(session, operation, request.params ?? {})), ...request.params };
  const apiKey = 'apiKey' in request ? request.apiKey : session.target.apiKey;
  const body = withRepeats(session, operation, request.body);
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const contentType = request.contentType ?? bodyOf(session.contract, operation)?.mediaType;
  return {
    method: operation.method,
    path: session.contract.basePath + expandPath(operation.path, addressable(params)) + queryOf(session, operation),
    headers: {
      Accept: accept,
      ...headersOf(session, operation),
      ...(apiKey !== undefined && Object.fromEntries(operation.apiKeys.map(({ name }) => [name, apiKey]))),
      ...(payload !== undefined && contentType !== undefined && { 'Content-Type': contentType }),
    },
    ...(payload !== undefined && { body: payload }),
  };
}

/**
 * The maximum length of a path parameter, in characters. Servers may reject a very long URL (RFC 9110 §15.5.15), and
 * the report would contain the long URL.
 */
const LONGEST_VALUE = 8000;

/**
 * Returns the given path parameters, after a check that a URL can contain each of their values.
 *
 * @throws Untestable if a URL cannot contain the value of a path parameter, such as an ID that the target has generated
 */
function addressable(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(params)) {
    if (!value.isWellFormed())
      throw new Untestable(
        `the target's value for \`${name}\` contains half a surrogate pair, which no URL can contain`,
      );
    if (value.length > LONGEST_VALUE)
      throw new Untestable(`the target's value for \`${name}\` has ${value.length} characters, too many for a URL`);
  }
  return params;
}

export function isInPath(parameter: Parameter): boolean {
  return parameter.in === 'path';
}

async function pathParams(
  session: Session,
  operation: Operation,
  given: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const parameter of operation.parameters) {
    if (!isInPath(parameter) || Object.hasOwn(given, parameter.name)) continue;
    params[parameter.name] = await knownValue(session, operation, parameter);
  }
  return params;
}

/** The value of a path parameter in a valid request. @throws Untestable if the target has no fixture for the parameter */
export async function knownValue(session: Session, operation: Operation, parameter: Parameter): Promise<string> {
  if (parameter.fixture) return fixtureValue(session, parameter.fixture);
  // The value comes only from the examples and the schema of the parameter, and not from the generator: no record would
  // have the generated ID.
  return shownValue(operation, parameter, [...parameter.examples, ...valuesFromSchema(session.contract, parameter)]);
}

function shownValue({ operationId }: Operation, { name }: Parameter, [example]: readonly Example[]): string {
  if (example === undefined) {
    throw new MissingExample(
      `the parameter \`${name}\` of ${operationId} has no example. Add an \`example\` of the parameter to the document`,
    );
  }
  return String(example.value);
}

/**
 * The value for a parameter with the given `x-fixture`: a configured value, or the ID of a record that the run creates.
 */
async function fixtureValue(session: Session, name: string): Promise<string> {
  const { fixtures } = session.rules;
  if (fixtures.some((kind) => kind.name === name)) return session.address(name);
  // A request that would delete a configured fixture uses an unknown ID, since the interface cannot create the fixture
  // again.
  if (fixtures.some(({ item }) => item === name)) return randomUUID();
  return pooledRecord(session, name);
}

/**
 * Path parameters with the IDs of new records, which no other request uses.
 *
 * @throws Untestable if the target does not create a record
 */
export async function newRecordParams(session: Session, { parameters }: Operation): Promise<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const { in: place, name, fixture } of parameters)
    if (place === 'path' && fixture !== undefined && isCreatable(session.contract, fixture))
      params[name] = await newRecord(session, fixture);
  return params;
}

const POOL = 32;

/**
 * The ID of one of the records that the run creates for shared use. Consecutive calls return IDs of different records.
 *
 * @throws Untestable if the target does not create a record
 */
function pooledRecord(session: Session, kind: string): Promise<string> {
  return session.once(`${kind} ${session.takeTurn() % POOL}`, () => newRecord(session, kind));
}

async function newRecord(session: Session, kind: string): Promise<string> {
  const found = creatorOf(session.contract, kind);
  if (!found) throw new Untestable(`the fixture \`${kind}\` of the document is unknown and no operation creates it`);
  const { operation, creation } = found;
  const [, name] = creation.name?.split('request.body#') ?? [];
  const valid = validBody(session, operation);
  const body = name ? replaced(valid, tokens(name), session.uniqueName(`Conformance ${kind}`)) : valid;
  const request = await toWire(session, { operation, body });
  const startedAt = new Date();
  const answer = await session.send(request, operation);
  const id = createdId(answer, operation);
  if (id === undefined) throw new Untestable(`no ${kind} could be created (${answer.status})`);
  session.setupExchanges.set(id, { request, answer, startedAt });
  return id;
}

/** True if the run itself can create records of the given kind, and can read their IDs from the responses. */
export function isCreatable(contract: Contract, kind: string): boolean {
  return creatorOf(contract, kind) !== undefined;
}

function creatorOf({ operations }: Contract, kind: string) {
  for (const operation of operations) {
    const creation = creationOf(operation);
    if (creation?.kind === kind && creation.id?.startsWith('response.body')) return { operation, creation };
  }
  return undefined;
}

/** The ID of a new record in the response to its creation; undefined if the response has no ID. */
function createdId({ json, headers }: Answer, operation: Operation): string | undefined {
  const parts = { path: {}, requestBody: undefined, responseBody: json, responseHeaders: headers };
  const id = evaluate(creationOf(operation)?.id, parts);
  return typeof id === 'string' ? id : undefined;
}

function queryOf(session: Session, operation: Operation): string {
  const query = new URLSearchParams(requiredIn('query', session, operation));
  return query.size > 0 ? `?${query}` : '';
}

/** Names of headers that OpenAPI ignores as parameters (§4.8.12.1). */
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

/**
 * The required parameters in the query, the headers or the cookies, with example values.
 *
 * @throws Untestable if a required parameter has no example
 */
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
 * A copy of the example with the fixtures and with fresh names; undefined if the operation has no body.
 *
 * @param example by default the result of `exampleOf`
 * @throws Untestable if the document has no example and the suite cannot generate a body
 */
export function validBody(session: Session, operation: Operation, example?: Example): unknown {
  const { contract } = session;
  const reason = whyNoBody(contract, operation);
  if (reason !== undefined) throw new MissingExample(reason);
  const chosen = example ?? exampleOf(session, operation);
  return chosen && withFreshNames(session, bodyOf(contract, operation)?.schema?.schema ?? {}, chosen.value);
}

/** A valid body in which the function `change` has changed each string that the schema does not restrict. */
export function withTexts(session: Session, operation: Operation, change: (text: string) => string): unknown {
  const { contract } = session;
  const body = validBody(session, operation);
  return [...places(contract.root, bodyOf(contract, operation)?.schema?.schema, body)]
    .filter((place) => isFree(place, 'string') && typeof place.value === 'string')
    .reduce((changed, { path, value }) => replaced(changed, path, change(String(value))), body);
}

/** The largest example of the operation; if the target rejects this example, the largest example that it accepts. */
export function exampleOf({ contract, acceptedExamples }: Session, operation: Operation): Example | undefined {
  return acceptedExamples.get(operation.operationId) ?? largestExample(contract, operation);
}

/**
 * A copy of the value in which fixtures and unique names replace the values that the schema marks with `x-fixture`,
 * `x-unique` or `x-run`.
 */
export function withFreshNames(session: Session, schema: JsonObject, value: unknown): unknown {
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
  const fixture = keyword(nodes, 'x-fixture');
  if (typeof fixture === 'string') return session.address(fixture);
  if (keyword(nodes, 'x-unique') === true) return uniqueValue(session, nodes);
  if (keyword(nodes, 'x-run') === true && typeof value === 'string' && value !== '') return session.runName(value);
  return value;
}

function uniqueValue(session: Session, nodes: SchemaChain): string {
  return keyword(nodes, 'format') === 'email' ? session.emailAddress(session.uniqueName()) : session.uniqueIdentifier();
}

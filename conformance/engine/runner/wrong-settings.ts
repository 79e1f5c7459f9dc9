import { randomUUID } from 'node:crypto';
import type { Operation, Parameter } from '../../../src/contract/document/operation.ts';
import type { Answer, WireRequest } from '../../../src/run-result/wire.ts';
import { addressesOf, type FixtureKind, type FixtureValue } from '../../connection/fixture-kind.ts';
import { otherBasePath } from '../request/base-path.ts';
import { isServed } from '../request/operation-exists.ts';
import { toWire, validBody } from '../request/request.ts';
import type { SentToFixture } from '../rules/rule-pack.ts';
import type { Scope } from '../scope.ts';
import { Untestable } from '../untestable.ts';

type Params = Readonly<Record<string, string>>;

export function isUnknown({ answer }: Pick<SentToFixture, 'answer'>): boolean {
  return answer.status === 404;
}

export function isRejected({ answer }: Pick<SentToFixture, 'answer'>): boolean {
  return answer.status === 401 || answer.status === 403;
}

/**
 * True if the target rejects the API key in every operation. The target has rejected all first requests of the run, so
 * the function tests the remaining operations. If any operation accepts the API key, the key is right and the target is
 * faulty.
 */
export async function isKeyRejectedEverywhere(scope: Scope, sent: readonly SentToFixture[]): Promise<boolean> {
  const { contract } = scope.session;
  const probed = new Set(sent.map(({ operation }) => operation));
  for (const operation of contract.operations.filter((one) => one.apiKeys.length > 0 && !probed.has(one))) {
    const wire = await requestTo(scope, operation, nonexistentParams(scope, operation));
    if (wire && (await acceptsKey(scope, operation, wire))) return false;
  }
  return true;
}

/**
 * True if the response to the request proves that the target accepts the API key. A response with 404, 405 or 5xx
 * proves the acceptance of the API key only if the target rejects the same request without an API key.
 */
async function acceptsKey(scope: Scope, operation: Operation, wire: WireRequest): Promise<boolean> {
  const send = (request: WireRequest) => scope.sendWire(request, operation, 'survival');
  const answer = await send(wire);
  if (isRejected({ answer })) return false;
  return !isWithoutOperation(answer) || isRejected({ answer: await send(withoutKey(operation, wire)) });
}

function isWithoutOperation({ status }: Answer): boolean {
  return status === 404 || status === 405 || status >= 500;
}

/**
 * Random values for the path parameters without a configured fixture, since a test of the API key must not change or
 * delete a record.
 */
function nonexistentParams({ session }: Scope, { parameters }: Operation): Params {
  const names = parameters.filter(({ in: place, fixture }) => place === 'path' && !isConfigured(fixture));
  return Object.fromEntries(names.map(({ name }) => [name, randomUUID()]));

  function isConfigured(fixture: string | undefined): boolean {
    return fixture !== undefined && addressesOf(session.target.fixtures[fixture]).length > 0;
  }
}

/**
 * The configured fixtures that the target does not have. If every request with a fixture gets a 404, either the target
 * does not have the fixture, or the target does not implement the operations that use the fixture. The fixture is in
 * the result only if a response proves that the target implements one of the operations that use the fixture.
 */
export async function unknownFixtures(scope: Scope, sent: readonly SentToFixture[]): Promise<FixtureKind[]> {
  const { fixtures } = scope.session.rules;
  const known = new Set(sent.filter((one) => !isUnknown(one)).map(({ fixture }) => fixture));
  const unknown: FixtureKind[] = [];
  for (const kind of fixtures.filter(({ name }) => sent.some((one) => one.fixture === name && isUnknown(one)))) {
    const requests = await requestsWith(scope, kind, known);
    const found = await firstWhere(
      requests,
      async ({ operation, wire }) => (await scope.sendWire(wire, operation, 'survival')).status !== 404,
    );
    if (found) known.add(kind.name);
    else if (await provesOperation(scope, requests, sent)) unknown.push(kind);
  }
  return unknown;
}

interface Request {
  readonly operation: Operation;
  readonly wire: WireRequest;
}

/**
 * One request for each operation and each ID or name of the fixture. The path may contain other fixtures, but only
 * fixtures that the target is known to have.
 */
async function requestsWith(scope: Scope, kind: FixtureKind, known: ReadonlySet<string>): Promise<Request[]> {
  const { session } = scope;
  const requests: Request[] = [];
  for (const operation of session.contract.operations) {
    const own = parameterOf(operation, kind);
    const inPath = operation.parameters.filter(({ in: place }) => place === 'path');
    if (!own || inPath.some((one) => one !== own && !known.has(one.fixture ?? ''))) continue;
    const valuesOf = (one: Parameter) =>
      addressesOf(session.target.fixtures[one === own ? kind.name : (one.fixture ?? '')]);
    const combinations = inPath.reduce<Params[]>(
      (all, one) => all.flatMap((params) => valuesOf(one).map((value) => ({ ...params, [one.name]: value }))),
      [{}],
    );
    for (const params of combinations) {
      const wire = await requestTo(scope, operation, params);
      if (wire) requests.push({ operation, wire });
    }
  }
  return requests;
}

/** The path parameter that can have the fixture as its value; undefined if there is none. */
function parameterOf({ parameters }: Operation, { name, otherThan = name, knownBy }: FixtureKind) {
  const isNamed = (one: Parameter) => knownBy?.parameter === undefined || one.name === knownBy.parameter;
  return parameters.find((one) => one.in === 'path' && one.fixture === otherThan && isNamed(one));
}

/**
 * True if the target implements the operation of one of the requests: the operation found another fixture, or the 404
 * of the operation differs from the 404 for a nonexistent path.
 */
async function provesOperation(scope: Scope, requests: readonly Request[], sent: readonly SentToFixture[]) {
  const [first] = requests;
  if (!first || (await otherBasePath(scope, first.wire)) !== undefined) return false;
  const found = new Set(sent.filter((one) => !isUnknown(one)).map(({ operation }) => operation));
  const served = await firstWhere(
    requests,
    async ({ operation, wire }) => found.has(operation) || (await isServed(scope, operation, wire)),
  );
  return served !== undefined;
}

async function firstWhere<T>(items: readonly T[], holds: (item: T) => Promise<boolean>): Promise<T | undefined> {
  for (const item of items) if (await holds(item)) return item;
  return undefined;
}

async function requestTo(scope: Scope, operation: Operation, params: Params): Promise<WireRequest | undefined> {
  try {
    return await toWire(scope.session, { operation, params, body: validBody(scope.session, operation) });
  } catch (error) {
    if (error instanceof Untestable) return undefined;
    throw error;
  }
}

export function withoutKey({ apiKeys }: Operation, wire: WireRequest): WireRequest {
  const keys = apiKeys.map(({ name }) => name);
  const headers = Object.entries(wire.headers).filter(([name]) => !keys.includes(name));
  return { ...wire, headers: Object.fromEntries(headers) };
}

/** The fixtures with their values for a message, such as `project` (id "7", name "demo"). */
export function shownFixtures(fixtures: readonly (readonly [name: string, value: FixtureValue | undefined])[]): string {
  const shown = fixtures.map(([name, value]) => `\`${name}\` (${valueInWords(value)})`);
  return new Intl.ListFormat('en-GB').format(shown);
}

function valueInWords(value: FixtureValue | undefined): string {
  if (typeof value === 'object' && 'id' in value)
    return `id ${JSON.stringify(value.id)}${value.name === undefined ? '' : `, name ${JSON.stringify(value.name)}`}`;
  return addressesOf(value)
    .map((one) => JSON.stringify(one))
    .join(', ');
}

import type { Operation, Parameter } from '../../../src/contract/document/operation.ts';
import { isSuccess } from '../../connection/answer.ts';
import { addressesOf } from '../../connection/fixture-kind.ts';
import type { RuleBook } from '../rules/rule-book.ts';
import type { Scope } from '../scope.ts';
import type { Session } from '../session.ts';
import { type OperationRequest, validBody } from './request.ts';

/** The path parameter that accepts either the ID or the name of a resource; undefined if the operation has none. */
export function namedParameter({ fixtures }: RuleBook, { parameters }: Operation): Parameter | undefined {
  const named = fixtures.filter(({ shape }) => shape === 'named').map(({ name }) => name);
  return parameters.find(({ in: place, fixture }) => place === 'path' && fixture && named.includes(fixture));
}

/**
 * Two sets of path parameters: one with the ID and one with the name of the resource. Empty if no path parameter
 * accepts a name.
 */
export function addressParams(session: Session, operation: Operation): Readonly<Record<string, string>>[] {
  const parameter = namedParameter(session.rules, operation);
  if (parameter?.fixture === undefined) return [];
  return addressesOf(session.fixture(parameter.fixture)).map((address) => ({ [parameter.name]: address }));
}

/**
 * True if the request succeeds with the name of the resource in its path, but gets a 404 with the ID of the resource.
 */
export async function succeedsByName(scope: Scope, request: OperationRequest): Promise<boolean> {
  const { operation, params } = request;
  const [, named] = addressParams(scope.session, operation);
  if (!named) return false;
  const byName = await scope.send({ ...request, params: { ...params, ...named } });
  return isSuccess(byName) && (await scope.send(request)).status === 404;
}

type Params = Readonly<Record<string, string>>;

/**
 * Sets of one path parameter. Each set contains either the name of a resource, or the ID or the name of another resource
 * of the same kind. If the target rejects a valid request with a set, the list contains undefined instead of this set.
 */
async function otherAddresses(scope: Scope, operation: Operation): Promise<(Params | undefined)[]> {
  const { session } = scope;
  const all = operation.parameters.filter(({ in: place }) => place === 'path');
  const others = all.flatMap((parameter) => {
    const kinds = session.rules.fixtures.filter(
      ({ name, otherThan }) => [name, otherThan].includes(parameter.fixture) && session.has(name),
    );
    const addresses = kinds.flatMap(({ name, shape }) =>
      shape === 'consumed' ? [] : addressesOf(session.fixture(name)),
    );
    return addresses.slice(1).map((address) => ({ [parameter.name]: address }));
  });
  return Promise.all(
    others.map((params) =>
      scope.onceSideRequests(`${operation.operationId} at ${JSON.stringify(params)}`, async () => {
        const answer = await scope.send({ operation, params, body: validBody(session, operation) });
        return isSuccess(answer) ? params : undefined;
      }),
    ),
  );
}

/**
 * Sets of path parameters with which the target accepts a valid request. Each set contains either the name of the
 * resource, or the ID or the name of another resource of the same kind.
 */
export async function otherAddressParams(scope: Scope, operation: Operation): Promise<Params[]> {
  return (await otherAddresses(scope, operation)).filter((params) => params !== undefined);
}

/**
 * Path parameters for the request with the number `turn`. Consecutive requests contain, in turn, the ID of a resource,
 * the name of this resource, and the IDs and names of other resources of the same kind.
 */
export async function addressForTurn(scope: Scope, operation: Operation, turn: number): Promise<Params> {
  if (turn === 0) return {};
  const addresses = [{}, ...(await otherAddresses(scope, operation))];
  return addresses[turn % addresses.length] ?? {};
}

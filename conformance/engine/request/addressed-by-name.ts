import type { Operation, Parameter } from '../../../src/contract/document/operation.ts';
import { isSuccess } from '../../connection/answer.ts';
import { addressesOf } from '../../connection/fixture-kind.ts';
import type { RuleBook } from '../rules/rule-book.ts';
import type { Scope } from '../scope.ts';
import type { Session } from '../session.ts';
import { type OperationRequest, validBody } from './request.ts';

/** The path parameter of a resource that has two addresses: its ID and its name. */
export function namedParameter({ fixtures }: RuleBook, { parameters }: Operation): Parameter | undefined {
  const named = fixtures.filter(({ shape }) => shape === 'named').map(({ name }) => name);
  return parameters.find(({ in: place, fixture }) => place === 'path' && fixture && named.includes(fixture));
}

/**
 * Two sets of path parameters, with the ID and with the name of a resource; empty if no resource in the path has two
 * addresses.
 */
export function addressParams(session: Session, operation: Operation): Readonly<Record<string, string>>[] {
  const parameter = namedParameter(session.rules, operation);
  if (parameter?.fixture === undefined) return [];
  return addressesOf(session.fixture(parameter.fixture)).map((address) => ({ [parameter.name]: address }));
}

/** True if the target finds the resource by its name, but not by its ID. */
export async function succeedsByName(scope: Scope, request: OperationRequest): Promise<boolean> {
  const { operation, params } = request;
  const [, named] = addressParams(scope.session, operation);
  if (!named) return false;
  const byName = await scope.send({ ...request, params: { ...params, ...named } });
  return isSuccess(byName) && (await scope.send(request)).status === 404;
}

type Params = Readonly<Record<string, string>>;

/**
 * Path parameters for every other address of the resource, and for other resources of its kind; undefined for an
 * address under which the target rejects a valid request.
 */
async function otherAddresses(scope: Scope, operation: Operation): Promise<(Params | undefined)[]> {
  const { session } = scope;
  const parameter = namedParameter(session.rules, operation);
  if (!parameter) return [];
  const kinds = session.rules.fixtures.filter(
    ({ name, otherThan }) => [name, otherThan].includes(parameter.fixture) && session.has(name),
  );
  const [, ...others] = kinds.flatMap(({ name }) => addressesOf(session.fixture(name)));
  return Promise.all(
    others.map((address) =>
      scope.onceSideRequests(`${operation.operationId} at ${address}`, async () => {
        const params = { [parameter.name]: address };
        const answer = await scope.send({ operation, params, body: validBody(session, operation) });
        return isSuccess(answer) ? params : undefined;
      }),
    ),
  );
}

/** Path parameters for each other address of the resource under which the target accepts a valid request. */
export async function otherAddressParams(scope: Scope, operation: Operation): Promise<Params[]> {
  return (await otherAddresses(scope, operation)).filter((params) => params !== undefined);
}

/**
 * Path parameters for the next case. The cases use the ID of the resource, its name, and then the other resources of
 * its kind, in turn.
 */
export async function addressForTurn(scope: Scope, operation: Operation, turn: number): Promise<Params> {
  if (turn === 0) return {};
  const addresses = [{}, ...(await otherAddresses(scope, operation))];
  return addresses[turn % addresses.length] ?? {};
}

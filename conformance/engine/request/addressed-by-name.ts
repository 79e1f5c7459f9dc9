import type { Operation, Parameter } from '../../../src/contract/document/operation.ts';
import { isSuccess } from '../../connection/answer.ts';
import { addressesOf } from '../../connection/fixture-kind.ts';
import type { RuleBook } from '../rules/rule-book.ts';
import type { Scope } from '../scope.ts';
import type { Session } from '../session.ts';
import { type OperationRequest, validBody } from './request.ts';

/** The path parameter whose resource has two addresses, an ID and a name. */
export function namedParameter({ fixtures }: RuleBook, { parameters }: Operation): Parameter | undefined {
  const named = fixtures.filter(({ shape }) => shape === 'named').map(({ name }) => name);
  return parameters.find(({ in: place, fixture }) => place === 'path' && fixture && named.includes(fixture));
}

/** Path parameters for each address of the resource that has two, the ID first; none if there is no such resource. */
export function addressParams(session: Session, operation: Operation): Readonly<Record<string, string>>[] {
  const parameter = namedParameter(session.rules, operation);
  if (parameter?.fixture === undefined) return [];
  return addressesOf(session.fixture(parameter.fixture)).map((address) => ({ [parameter.name]: address }));
}

/** True if a request that got a 404 succeeds with the name of its resource, and still gets a 404 with the ID. */
export async function succeedsByName(scope: Scope, request: OperationRequest): Promise<boolean> {
  const { operation, params } = request;
  const [, named] = addressParams(scope.session, operation);
  if (!named) return false;
  const byName = await scope.send({ ...request, params: { ...params, ...named } });
  return isSuccess(byName) && (await scope.send(request)).status === 404;
}

/**
 * Path parameters for a case: every second turn uses the name of the resource instead of the ID, if the target accepts
 * the name.
 */
export async function addressForTurn(
  scope: Scope,
  operation: Operation,
  turn: number,
): Promise<Readonly<Record<string, string>>> {
  const { session } = scope;
  const [, params] = turn % 2 === 0 ? [] : addressParams(session, operation);
  if (!params) return {};
  const isFound = await scope.onceSideRequests(`${operation.operationId} by name`, async () =>
    isSuccess(await scope.send({ operation, params, body: validBody(session, operation) })),
  );
  return isFound ? params : {};
}

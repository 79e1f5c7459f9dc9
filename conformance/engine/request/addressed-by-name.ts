import type { Operation, Parameter } from '../../../src/contract/document/operation.ts';
import { isSuccess } from '../../connection/answer.ts';
import { addressesOf } from '../../connection/fixture-kind.ts';
import type { RuleBook } from '../rules/rule-book.ts';
import type { Scope } from '../scope.ts';
import { type OperationRequest, validBody } from './request.ts';

/** The path parameter whose resource has two addresses, an ID and a name. */
export function namedParameter({ fixtures }: RuleBook, { parameters }: Operation): Parameter | undefined {
  const named = fixtures.filter(({ shape }) => shape === 'named').map(({ name }) => name);
  return parameters.find(({ in: place, fixture }) => place === 'path' && fixture && named.includes(fixture));
}

/** Whether a request that met a 404 succeeds under the name of its resource, and still not under its ID. */
export async function succeedsByName(scope: Scope, request: OperationRequest): Promise<boolean> {
  const { operation, params } = request;
  const { session } = scope;
  const parameter = namedParameter(session.rules, operation);
  const [, name] = addressesOf(parameter?.fixture === undefined ? undefined : session.fixture(parameter.fixture));
  if (!parameter || name === undefined) return false;
  const byName = await scope.send({ ...request, params: { ...params, [parameter.name]: name } });
  return isSuccess(byName) && (await scope.send(request)).status === 404;
}

/**
 * Path parameters of a case: every second case names its resource by the name instead of the ID, if the target finds it
 * by the name.
 */
export async function addressInTurn(
  scope: Scope,
  operation: Operation,
  turn: number,
): Promise<Readonly<Record<string, string>>> {
  const { session } = scope;
  const parameter = turn % 2 === 0 ? undefined : namedParameter(session.rules, operation);
  const [, name] = addressesOf(parameter?.fixture === undefined ? undefined : session.fixture(parameter.fixture));
  if (!parameter || name === undefined) return {};
  const params = { [parameter.name]: name };
  const isFound = await scope.onceAside(`${operation.operationId} by name`, async () =>
    isSuccess(await scope.send({ operation, params, body: validBody(session, operation) })),
  );
  return isFound ? params : {};
}

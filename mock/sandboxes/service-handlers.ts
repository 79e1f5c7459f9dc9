import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/document/operation.ts';
import type { JsonObject } from '../../src/contract/json.ts';
import type { Kinds } from '../core/kinds.ts';
import type { SandboxHandler, SandboxHandlers } from '../core/operation-handler.ts';
import { isProblem, Problem, type ProblemName } from '../core/problem.ts';
import type { Sandbox } from '../core/sandbox.ts';
import type { OperationHandler, OperationHandlers } from '../core/service.ts';
import { type PathLookup, pathLookup } from './path-lookup.ts';
import { Records } from './records.ts';

type Handler = OperationHandler<unknown, Readonly<Record<string, JsonObject>>, Record<string, JsonObject>>;

const NONE = {};

/**
 * Creates the handlers of the operations. A handler of the user (`own`) replaces the handler of the service for the
 * same operation. Each handler runs in one transaction, after the mock has found the records that the path identifies.
 */
export function serviceHandlers(kinds: Kinds, contract: Contract, own: OperationHandlers = {}): SandboxHandlers {
  const handlers = [...[...kinds.values()].map(({ resource }) => resource.handlers ?? {}), own].flatMap(
    Object.entries<OperationHandlers[string]>,
  );
  return Object.fromEntries(
    handlers.map(([operationId, handler]) => {
      const operation = contract.operation(operationId);
      return [operationId, withRecords(handler as Handler, kinds, operation && pathLookup(operation, kinds))];
    }),
  );
}

/** Creates the handlers of the actions that the service adds to the control API. */
export function actionHandlers(kinds: Kinds): SandboxHandlers {
  const actions = [...kinds.values()].flatMap(({ resource }) => Object.entries(resource.actions ?? {}));
  return Object.fromEntries(
    actions.map(([operationId, { handler }]) => [operationId, withRecords(handler as Handler, kinds, undefined)]),
  );
}

function withRecords(handler: Handler, kinds: Kinds, lookup: PathLookup | undefined): SandboxHandler {
  return (request, sandbox) =>
    sandbox.transaction(async (tx) => {
      const records = new Records(kinds, tx, sandbox);
      const found = lookup ? await lookup(records, request.params) : NONE;
      return isProblem(found) ? found : handler(request, { found, records, clock: sandbox.clockIn(tx), problem });
    });
}

function problem(name: ProblemName, detail: string, rule?: string): Problem {
  return new Problem(name, detail, rule === undefined ? {} : { rule });
}

/**
 * Checks that the records exist that the path of a request identifies. Returns a 404 problem for the first record that
 * does not exist, otherwise undefined.
 */
export type SandboxLookup = (
  sandbox: Sandbox,
  params: Readonly<Record<string, unknown>>,
) => Promise<Problem | undefined>;

export function sandboxLookup(operation: Operation, kinds: Kinds): SandboxLookup | undefined {
  const lookup = pathLookup(operation, kinds);
  return (
    lookup &&
    ((sandbox, params) =>
      sandbox.transaction(async (tx) => {
        const found = await lookup(new Records(kinds, tx, sandbox), params);
        return isProblem(found) ? found : undefined;
      }))
  );
}

import { randomUUID } from 'node:crypto';
import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/document/operation.ts';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import type { Answer, WireRequest } from '../../src/run-result/wire.ts';
import { isSuccess, mediaTypeOf } from '../connection/answer.ts';
import type { Case } from '../engine/case.ts';
import { PROBLEM_JSON } from '../engine/evaluation/evaluate-problem.ts';
import { requireProbe } from '../engine/probe.ts';
import { operationExists } from '../engine/request/operation-exists.ts';
import { isCreatable, toWire, validBody } from '../engine/request/request.ts';
import type { Scope } from '../engine/scope.ts';

/** Harmless ones: they read, or they come without a body. */
const METHODS = ['GET', 'PATCH', 'POST', 'PUT'];

/** `method-not-allowed`: methods that a known path does not define. */
export function* refusesMethods(contract: Contract): Generator<Case> {
  for (const [path, operations] of Map.groupBy(contract.operations, (operation) => operation.path)) {
    const defined = operations.map((operation) => operation.method);
    const [operation] = operations;
    if (!operation) continue;
    // Deleting is tried only where the run makes the resources itself, and then on none that is there.
    const last = operation.parameters.findLast((parameter) => parameter.in === 'path');
    const own = last?.fixture !== undefined && isCreatable(contract, last.fixture);
    const harmless = METHODS.filter((candidate) => !defined.includes(candidate));
    for (const method of own ? [...harmless, 'DELETE'] : harmless) {
      yield undefinedMethod(operations, path, method, defined, last?.name);
    }
  }
}

/**
 * A 405 is of no operation and needs no problem document (`problem-details`): the framework may answer it. One that the service
 * itself makes, as the namespace of its type shows, is to be like its others; any other is to say its status, if any.
 */
async function judgeOwn(scope: Scope, wire: WireRequest, answer: Answer, operation: Operation): Promise<void> {
  const problem: JsonObject = isObject(answer.json) ? answer.json : {};
  const namespace = namespaceOf(answer);
  if (namespace !== undefined && namespace === (await ownNamespace(scope, operation)))
    scope.judgeWhole(wire, answer, operation);
  else if (mediaTypeOf(answer) === PROBLEM_JSON && problem.status !== undefined) {
    const { status } = problem;
    const rule = Number.isInteger(status) ? 'problem-status' : 'problem-members';
    const message = 'the status of the problem is not that of the answer';
    scope.check(rule, status === answer.status, message, String(answer.status), JSON.stringify(status));
  }
}

/** Namespace of the URN that is the type of a problem, in small letters (RFC 8141 §3.1). */
function namespaceOf({ json }: Answer): string | undefined {
  return isObject(json) ? /^urn:([^:]+):/i.exec(String(json.type))?.[1]?.toLowerCase() : undefined;
}

/** Of what the service says of a thing that is not there: no gateway knows that. Asked once in a run. */
function ownNamespace({ session }: Scope, operation: Operation): Promise<string | undefined> {
  return session.once(`namespace of the problems of ${operation.operationId}`, async () => {
    const last = operation.parameters.findLast((parameter) => parameter.in === 'path')?.name ?? '';
    const body = validBody(session, operation);
    const wire = await toWire(session, { operation, body, params: { [last]: randomUUID() } });
    return namespaceOf(await session.send(wire, operation));
  });
}

/** A path is known where the service does what is defined there. @throws Untestable */
async function mustBeServed(scope: Scope, operation: Operation): Promise<void> {
  const valid = await scope.answerToValid(operation);
  scope.mustHold(
    !valid || valid.status < 500,
    `${operation.operationId} fails, too (${scope.session.rules.ruleOf('server-error')})`,
  );
  await requireProbe(scope, operationExists(operation));
}

/** Sends a valid request by a method that was rejected before; the end of the run shows whether it changed anything. */
async function writesInVain(scope: Scope, operation: Operation, method: string): Promise<void> {
  const wire = await toWire(scope.session, { operation, body: validBody(scope.session, operation) });
  await scope.sendWire({ ...wire, method }, operation, 'survival');
}

function allowedBy({ status, headers }: Answer): string[] {
  return status === 405 ? (headers.allow ?? '').split(',').map((name) => name.trim().toUpperCase()) : [];
}

function undefinedMethod(
  operations: readonly Operation[],
  path: string,
  method: string,
  defined: readonly string[],
  last = '',
): Case {
  const [operation] = operations as [Operation];
  return {
    id: `${operation.operationId}/rejects-method/${method}`,
    title: `${path} does not take ${method}`,
    rules: ['method-not-allowed'],
    operation,
    run: async (scope) => {
      const params = method === 'DELETE' ? { [last]: randomUUID() } : {};
      const { path: target, headers } = await toWire(scope.session, { operation, params });
      const wire = { method, path: target, headers };
      const send = (tried: string) => scope.sendWire({ ...wire, method: tried }, undefined);
      const answer = await send(method);
      // A service may offer more methods than the contract (`method-not-allowed`): a success is an extension.
      if (isSuccess(answer)) return scope.holds('method-not-allowed');
      // And ask for more than comes here, or of what is not there say so, where it tells others that it takes the method.
      for (const other of answer.status >= 400 && answer.status < 500 && answer.status !== 405 ? METHODS : [])
        if (other !== method && !defined.includes(other) && allowedBy(await send(other)).includes(method)) return;
      if (answer.status !== 405) await mustBeServed(scope, operation);
      const allowed = allowedBy(answer);
      const what = `${method} is not defined for this path`;
      if (scope.check('method-not-allowed', answer.status === 405, what, '405', answer)) {
        await judgeOwn(scope, wire, answer, operation);
        for (const one of method === 'GET' ? [] : operations) await writesInVain(scope, one, method);
        const listed = defined.every((name) => allowed.includes(name)) && !allowed.includes(method);
        scope.check(
          'method-not-allowed',
          listed,
          'the 405 does not list the methods of the path, and only them',
          `Allow: ${defined.join(', ')}`,
          answer.headers.allow ?? 'no Allow',
        );
      }
    },
  };
}

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
import { isCreatable, newRecordParams, toWire, validBody } from '../engine/request/request.ts';
import type { Scope } from '../engine/scope.ts';

/** Methods whose requests change nothing if they have no body. */
const METHODS = ['GET', 'PATCH', 'POST', 'PUT'];
/** Registered methods that only read, and that few services know. */
const RARE_METHODS = ['PROPFIND', 'SEARCH'];

/** Cases with methods that the document does not define for a known path. */
export function* rejectsMethods(contract: Contract): Generator<Case> {
  for (const [path, operations] of Map.groupBy(contract.operations, (operation) => operation.path)) {
    const defined = operations.map((operation) => operation.method);
    const [operation] = operations;
    if (!operation) continue;
    yield rareMethods(operation, path);
    // The case for DELETE exists only if the run can create records of the kind that the path addresses. The DELETE
    // request of the case addresses a nonexistent record.
    const last = operation.parameters.findLast((parameter) => parameter.in === 'path');
    const own = last?.fixture !== undefined && isCreatable(contract, last.fixture);
    const harmless = METHODS.filter((candidate) => !defined.includes(candidate));
    for (const method of own ? [...harmless, 'DELETE'] : harmless) {
      yield undefinedMethod(operations, path, method, defined, last?.name);
    }
  }
}

/** The case with methods that the router or the framework of a service may not know. */
function rareMethods(operation: Operation, path: string): Case {
  return {
    id: `${operation.operationId}/rejects-method/rare`,
    title: `${path} responds to ${RARE_METHODS.join(' and ')} without a server error`,
    tags: ['thorough'],
    rules: ['server-error'],
    operation,
    run: async (scope) => {
      const wire = await toWire(scope.session, { operation });
      for (const method of RARE_METHODS)
        await scope.sendWire({ method, path: wire.path, headers: wire.headers }, undefined);
    },
  };
}

/**
 * Evaluates the body of a 405. The rule `problem-details` does not require a problem document in a 405, since a
 * framework may send the 405. If `type` has the namespace of the service, every part of the problem document must be
 * correct. If `type` has a namespace other than the namespace of the service, the function evaluates only `status`.
 */
async function evaluateBody(scope: Scope, wire: WireRequest, answer: Answer, operation: Operation): Promise<void> {
  const problem: JsonObject = isObject(answer.json) ? answer.json : {};
  const namespace = namespaceOf(answer);
  if (namespace !== undefined && namespace === (await ownNamespace(scope, operation)))
    scope.evaluateCompletely(wire, answer, operation);
  else if (mediaTypeOf(answer) === PROBLEM_JSON && problem.status !== undefined) {
    const { status } = problem;
    const rule = Number.isInteger(status) ? 'problem-status' : 'problem-members';
    const message = `\`status\` of the problem document is ${JSON.stringify(status)}; expected ${answer.status}, the status of the response`;
    scope.check(rule, status === answer.status, message, String(answer.status), JSON.stringify(status));
  }
}

/**
 * The namespace of the URN in `type` of a problem document, in lower case (RFC 8141 §3.1); undefined if there is none.
 */
function namespaceOf({ json }: Answer): string | undefined {
  return isObject(json) ? /^urn:([^:]+):/i.exec(String(json.type))?.[1]?.toLowerCase() : undefined;
}

/**
 * The namespace of the problem types of the service. The function takes the namespace from a 404 for an unknown record,
 * since only the service, and not a gateway, can send this 404. The function sends the request for an unknown record
 * once per run and operation.
 */
function ownNamespace({ session }: Scope, operation: Operation): Promise<string | undefined> {
  return session.once(`namespace of the problems of ${operation.operationId}`, async () => {
    const last = operation.parameters.findLast((parameter) => parameter.in === 'path')?.name ?? '';
    const body = validBody(session, operation);
    const wire = await toWire(session, { operation, body, params: { [last]: randomUUID() } });
    return namespaceOf(await session.send(wire, operation));
  });
}

/** Verifies that the service implements the operation. @throws Untestable if the operation is missing */
async function requireServed(scope: Scope, operation: Operation): Promise<void> {
  const valid = await scope.validRequestAnswer(operation);
  scope.require(
    !valid || valid.status < 500,
    `a valid ${operation.operationId} also fails (${scope.session.rules.ruleOf('server-error')})`,
  );
  await requireProbe(scope, operationExists(operation));
}

/**
 * Sends a valid body with a method that the target should reject. The final cases of the run detect whether the target
 * changed anything.
 */
async function sendRejectedMethod(scope: Scope, operation: Operation, method: string): Promise<void> {
  const params = await newRecordParams(scope.session, operation);
  const wire = await toWire(scope.session, { operation, params, body: validBody(scope.session, operation) });
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
    title: `${path} rejects ${method} with 405`,
    rules: ['method-not-allowed'],
    operation,
    run: async (scope) => {
      const params = method === 'DELETE' ? { [last]: randomUUID() } : {};
      const { path: target, headers } = await toWire(scope.session, { operation, params });
      const wire = { method, path: target, headers };
      const send = (tried: string) => scope.sendWire({ ...wire, method: tried }, undefined);
      const answer = await send(method);
      // A service may have methods that the document does not define, so a successful response does not violate
      // `method-not-allowed`.
      if (isSuccess(answer)) return scope.holds('method-not-allowed');
      // The service may have `method` although the document does not define it, and may reject the request for a reason
      // other than its method. If the service has `method`, the `Allow` header of a 405 to another undefined method
      // lists `method`.
      for (const other of answer.status >= 400 && answer.status < 500 && answer.status !== 405 ? METHODS : [])
        if (other !== method && !defined.includes(other) && allowedBy(await send(other)).includes(method)) return;
      if (answer.status !== 405) await requireServed(scope, operation);
      const allowed = allowedBy(answer);
      const what = `${method} ${path} responds with ${answer.status}; expected 405, because the path does not define ${method}`;
      if (scope.check('method-not-allowed', answer.status === 405, what, '405', answer)) {
        await evaluateBody(scope, wire, answer, operation);
        for (const one of method === 'GET' ? [] : operations) await sendRejectedMethod(scope, one, method);
        const listed = defined.every((name) => allowed.includes(name)) && !allowed.includes(method);
        scope.check(
          'method-not-allowed',
          listed,
          `\`Allow\` of the 405 response is ${answer.headers.allow ?? 'missing'}; expected ${defined.join(', ')}`,
          `Allow: ${defined.join(', ')}`,
          answer.headers.allow ?? 'no Allow',
        );
      }
    },
  };
}

import { randomUUID } from 'node:crypto';
import type { Contract } from '../../src/contract/contract.ts';
import { type Operation, successOf } from '../../src/contract/document/operation.ts';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import { describe, isSuccess } from '../connection/answer.ts';
import type { Case } from '../engine/case.ts';
import { type OperationRequest, toWire, validBody } from '../engine/request/request.ts';
import { largestExample, violationsOf } from '../engine/request/samples.ts';
import type { RuleBook } from '../engine/rules/rule-book.ts';
import { primaryRule } from '../engine/rules/rules.ts';
import type { Scope } from '../engine/scope.ts';
import { MISSING, UNKNOWN } from './api-keys.ts';

/**
 * Cases in which a request follows an accepted request, since a service may wrongly reuse data of the accepted request
 * from a cache or from the connection.
 */
export function* repetitions(rules: RuleBook, operation: Operation): Generator<Case> {
  if (!operation.requestBody || !successOf(operation)) return;
  yield rejectsRepetition(rules, operation);
  yield sharesConnection(operation);
}

/**
 * The case that repeats an accepted request with a wrong API key, without an API key, or for another resource. The
 * target must evaluate the API key and the path of each request, even if it has accepted a request with the same body
 * before.
 */
function rejectsRepetition(rules: RuleBook, operation: Operation): Case {
  const { operationId } = operation;
  const named = operation.parameters.filter((parameter) => parameter.in === 'path' && parameter.fixture !== undefined);
  const hasKey = operation.apiKeys.length > 0;
  return {
    id: `${operationId}/repetitions/rejected`,
    title: `${operationId} evaluates the API key and the path of a repeated request`,
    tags: ['thorough'],
    rules: [...(hasKey ? ['auth-required', 'auth-rejected'] : []), ...(named.length > 0 ? ['unknown-resource'] : [])],
    operation,
    run: async (scope) => {
      const { body: raw = '' } = await toWire(scope.session, { operation, body: validBody(scope.session, operation) });
      const first = await scope.send({ operation, raw });
      scope.require(isSuccess(first), `the target rejects the first request (${describe(first)})`);
      const what = 'the same request with the API key was accepted before';
      for (const [, , key] of hasKey ? [MISSING, UNKNOWN] : []) {
        const answer = await scope.send({ operation, raw, apiKey: key(scope.session) });
        scope.rejected(answer, 401, what, ['auth-required', 'auth-rejected'], ['auth-rejected']);
      }
      const cookie = (first.headers['set-cookie'] ?? '').split(';', 1)[0] ?? '';
      if (hasKey && cookie !== '') {
        const wire = await toWire(scope.session, { operation, raw, apiKey: undefined });
        const withCookie = { ...wire, headers: { ...wire.headers, Cookie: cookie } };
        const answer = await scope.sendWire(withCookie, operation);
        scope.rejected(answer, 401, 'a cookie of the target replaces no API key', ['auth-required'], ['auth-rejected']);
      }
      for (const { name } of named) {
        const answer = await scope.send({ operation, raw, params: { [name]: randomUUID() } });
        const why = `the same body for another ${name} was accepted before`;
        scope.rejected(answer, 404, why, ['unknown-resource'], ['unknown-resource']);
      }
      // A service must not show the records of one customer to another customer.
      for (const { name, fixture } of named)
        for (const other of rules.fixtures.filter(({ otherThan }) => otherThan === fixture))
          if (scope.session.has(other.name))
            await scope.send({ operation, raw, params: { [name]: scope.session.address(other.name) } });
    },
  };
}

/** True if the request body must be an object with at least one property. */
export function requiresProperties({ contract }: RuleBook, operation: Operation): boolean {
  return violationsOf(contract, operation, {}).some(({ keyword }) => keyword === 'required');
}

/** The properties of the examples of all operations, and of the objects in these examples. */
function propertiesOf(contract: Contract): JsonObject {
  const examples = contract.operations.map((operation) => largestExample(contract, operation)?.value);
  const bodies = examples.filter(isObject);
  return Object.assign({}, ...bodies.flatMap((body) => [...Object.values(body).filter(isObject), body]));
}

/**
 * The case that sends the properties of valid bodies in the property `__proto__`. A service that copies the properties of
 * a body into an object can thereby change all of its objects, and then finds every property in an empty body. The case
 * runs early, so that later cases find other effects.
 */
export function ignoresPrototype(operation: Operation): Case {
  return {
    id: `${operation.operationId}/repetitions/prototype`,
    title: `${operation.operationId} rejects an empty object after a body with the property \`__proto__\``,
    tags: ['thorough'],
    rules: ['malformed-body'],
    operation,
    run: async (scope) => {
      await scope.requireAccepted(operation);
      const valid = JSON.stringify(validBody(scope.session, operation));
      const prototype = JSON.stringify(propertiesOf(scope.session.contract));
      const special = `"__proto__": ${prototype}, "constructor": {"prototype": ${prototype}}`;
      await scope.send({ operation, raw: `{${special}}` });
      await scope.send({ operation, raw: valid.replace(/\}$/, `, ${special}}`) });
      const answer = await scope.send({ operation, body: {} });
      scope.rejected(answer, 400, 'the body is an empty object', ['malformed-body'], ['malformed-body']);
    },
  };
}

/** Requests that a server rejects, some of them before it reads the body. */
const REJECTED: readonly (readonly [what: string, status: number, rule: string, request: Partial<OperationRequest>])[] =
  [
    ['the body is empty', 400, 'malformed-body', { raw: '' }],
    ['the request has no API key', 401, 'auth-rejected', { apiKey: undefined }],
    ['the media type is text/plain', 415, 'media-type', { contentType: 'text/plain' }],
    ['the body is not JSON', 400, 'malformed-body', { raw: '{"' }],
  ];

/** The case that tests that a request does not affect the next request on the same connection. */
function sharesConnection(operation: Operation): Case {
  const { operationId } = operation;
  const rows = REJECTED.filter(
    ([, , rule, { raw }]) =>
      (rule !== 'auth-rejected' || operation.apiKeys.length > 0) && (raw !== '' || operation.requestBody?.required),
  );
  return {
    id: `${operationId}/repetitions/connection`,
    title: `${operationId} handles each request on a connection independently of the previous request`,
    tags: ['thorough'],
    rules: [...new Set([primaryRule(operation), ...rows.map(([, , rule]) => rule)])],
    operation,
    run: async (scope) => {
      await scope.requireAccepted(operation);
      for (const [what, status, rule, change] of rows) {
        await sendOn(scope, operation, {});
        scope.rejected(await sendOn(scope, operation, change), status, what, [rule], [rule]);
        const next = await sendOn(scope, operation, {});
        scope.accepted(next, operation, `the request is valid (previous request on the connection: ${what})`);
      }
    },
  };
}

/**
 * Sends a request on the connection that is reserved for the operation, with a valid body unless `request` contains a
 * body.
 */
async function sendOn(scope: Scope, operation: Operation, request: Partial<OperationRequest>) {
  const body = validBody(scope.session, operation);
  const wire = await toWire(scope.session, { operation, body, ...request });
  return scope.sendWire({ ...wire, connection: operation.operationId }, operation);
}

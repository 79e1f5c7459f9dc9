import { type Operation, successOf } from '../../../src/contract/document/operation.ts';
import { describe, isSuccess } from '../../connection/answer.ts';
import { reversed } from '../bodies/reversed.ts';
import type { Case } from '../case.ts';
import { otherAddressParams } from '../request/addressed-by-name.ts';
import { toWire, validBody } from '../request/request.ts';
import { primaryRule } from '../rules/rules.ts';

const ROUNDS = 3;
const PER_ADDRESS = 3;

export function hasConcurrentRequests(operation: Operation): boolean {
  return operation.requestBody !== undefined && successOf(operation) !== undefined;
}

/**
 * The case that sends valid requests at the same time, under all addresses. The requests to an idempotent operation
 * (PUT) have the same body, in opposite orders, since a service may lock its records in the order of the body.
 */
export function concurrentRequests(operation: Operation): Case {
  const { operationId } = operation;
  return {
    id: `${operationId}/concurrent/valid`,
    title: `${operationId} accepts concurrent valid requests`,
    tags: ['thorough'],
    rules: [primaryRule(operation), 'server-error'],
    operation,
    run: async (scope) => {
      await scope.requireAccepted(operation);
      const addresses = [{}, ...(await otherAddressParams(scope, operation))];
      for (let round = 0; round < ROUNDS; round++) {
        const shared = operation.method === 'PUT' ? validBody(scope.session, operation) : undefined;
        const wires = await Promise.all(
          addresses.flatMap((params) =>
            Array.from({ length: PER_ADDRESS }, (_, index) => {
              const body = shared ?? validBody(scope.session, operation);
              return toWire(scope.session, { operation, params, body: index % 2 === 0 ? body : reversed(body, true) });
            }),
          ),
        );
        const answers = await Promise.all(wires.map((wire) => scope.sendWire(wire, operation)));
        const rejected = answers.find((answer) => !isSuccess(answer));
        if (!rejected) continue;
        const alone = await scope.send({ operation, body: validBody(scope.session, operation) });
        scope.require(isSuccess(alone), `the target also rejects a single request (${describe(alone)})`);
        scope.accepted(rejected, operation, 'each of the concurrent requests is valid');
        return;
      }
      scope.holds(primaryRule(operation), 'server-error');
    },
  };
}

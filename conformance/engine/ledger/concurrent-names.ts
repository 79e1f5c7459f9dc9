import type { Operation } from '../../../src/contract/document/operation.ts';
import { rulesOf } from '../../../src/contract/document/rule.ts';
import { isSuccess } from '../../connection/answer.ts';
import type { Case } from '../case.ts';
import { addressParams } from '../request/addressed-by-name.ts';
import { toWire, validBody } from '../request/request.ts';
import { statusRule } from '../rules/rules.ts';

const SIZES = [2, 3, 6, 12];

/**
 * The case that tests that exactly one of several concurrent creations with the same name succeeds, even if some
 * requests address the project by its ID and others by its name.
 */
export function concurrentNames(operation: Operation): Case {
  const conflict = operation.responses.find(({ status }) => status === '409');
  const rules = rulesOf(conflict?.node).map(({ id }) => id);
  return {
    id: `${operation.operationId}/concurrent/names`,
    title: `${operation.operationId} creates exactly one record from several concurrent requests with the same name`,
    tags: ['thorough'],
    rules: [...rules, ...statusRule(operation)],
    operation,
    run: async (scope) => {
      await scope.requireAccepted(operation);
      const addresses = addressParams(scope.session, operation);
      for (const size of SIZES) {
        const body = validBody(scope.session, operation);
        const wires = await Promise.all(
          Array.from({ length: size }, (_, index) =>
            toWire(scope.session, { operation, params: addresses[index % addresses.length] ?? {}, body }),
          ),
        );
        const answers = await Promise.all(wires.map((wire) => scope.sendWire(wire, operation)));
        const created = answers.filter(isSuccess).length;
        const statuses = answers.map(({ status }) => status).join(', ');
        const message = `${created} of ${size} concurrent creations with the same name succeed; expected 1`;
        for (const rule of rules) scope.check(rule, created === 1, message, '1', statuses);
        if (created !== 1) return;
        const different = await Promise.all(
          wires.map(() => scope.send({ operation, body: validBody(scope.session, operation) })),
        );
        const rejected = different.find((answer) => !isSuccess(answer) && answer.status < 500);
        const what = 'the concurrent creations have different names';
        if (rejected) scope.accepted(rejected, operation, what, statusRule(operation));
      }
      scope.holds(...statusRule(operation));
    },
  };
}

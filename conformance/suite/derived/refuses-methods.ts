import { randomUUID } from 'node:crypto';
import type { Contract } from '../../../src/contract/contract.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { isSuccess } from '../../target/answer.ts';
import type { Case } from '../case.ts';
import { toWire } from '../request.ts';
import { describe } from '../scope.ts';

/** Harmless ones: they read, or they come without a body. */
const METHODS = ['GET', 'PATCH', 'POST', 'PUT'];

/** D09: methods that a known path does not define. */
export function* refusesMethods(contract: Contract): Generator<Case> {
  for (const [path, operations] of Map.groupBy(contract.operations, (operation) => operation.path)) {
    const defined = operations.map((operation) => operation.method);
    const [operation] = operations;
    if (!operation) continue;
    // Deleting is tried only where the run makes the resources itself, and then on none that is there.
    const own = operation.parameters.findLast((parameter) => parameter.in === 'path')?.fixture === 'jwtKey';
    const harmless = METHODS.filter((candidate) => !defined.includes(candidate));
    for (const method of own ? [...harmless, 'DELETE'] : harmless) {
      yield undefinedMethod(operation, path, method, defined);
    }
  }
}

function undefinedMethod(operation: Operation, path: string, method: string, defined: readonly string[]): Case {
  return {
    title: `${path} does not take ${method}`,
    rules: ['D09'],
    operation,
    run: async (scope) => {
      const params = method === 'DELETE' ? { keyId: randomUUID() } : {};
      const { path: target, headers } = await toWire(scope.session, { operation, params });
      const answer = await scope.sendWire({ method, path: target, headers }, undefined);
      // An implementation may well let its resources be read: that is more than the contract, not less.
      if (method === 'GET' && isSuccess(answer)) return scope.holds('D09');
      const allowed = (answer.headers.allow ?? '').split(',').map((name) => name.trim().toUpperCase());
      const what = `${method} is not defined for this path`;
      if (scope.check('D09', answer.status === 405, what, '405', describe(answer))) {
        const listed = defined.every((name) => allowed.includes(name)) && !allowed.includes(method);
        scope.check(
          'D09',
          listed,
          'the 405 does not list the methods of the path, and only them',
          `Allow: ${defined.join(', ')}`,
          answer.headers.allow ?? 'no Allow',
        );
      }
    },
  };
}

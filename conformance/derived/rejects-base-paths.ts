import { randomUUID } from 'node:crypto';
import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/document/operation.ts';
import { isSuccess } from '../connection/answer.ts';
import type { Case } from '../engine/case.ts';
import { toWire, validBody } from '../engine/request/request.ts';

/** The case for the rule `base-path`: the target must not also serve the operation without the base path. */
export function* rejectsBases({ basePath }: Contract, operation: Operation): Generator<Case> {
  if (basePath === '') return;
  yield {
    id: `${operation.operationId}/rejects-base-path`,
    title: `${operation.operationId} is not available without the base path ${basePath}`,
    rules: ['base-path'],
    operation,
    run: async (scope) => {
      await scope.requireAccepted(operation);
      const wire = await toWire(scope.session, { operation, body: validBody(scope.session, operation) });
      const path = wire.path.slice(basePath.length);
      const answer = await scope.sendWire({ ...wire, path }, operation, 'survival');
      // If a random path without the base path also succeeds, the response comes from another server, such as a website
      // on the same host.
      if (isSuccess(answer) && isSuccess(await scope.sendWire({ ...wire, path: `/${randomUUID()}` }, undefined)))
        return;
      const message = `the target serves ${operation.operationId} also without ${basePath}; expected 404`;
      scope.check('base-path', !isSuccess(answer), message, '404', answer);
    },
  };
}

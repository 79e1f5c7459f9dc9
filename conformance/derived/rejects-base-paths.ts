import { randomUUID } from 'node:crypto';
import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/document/operation.ts';
import { isSuccess } from '../connection/answer.ts';
import type { Case } from '../engine/case.ts';
import { toWire, validBody } from '../engine/request/request.ts';

/** `base-path`: what is served under the base path of the document is not served without it, too. */
export function* refusesBases({ basePath }: Contract, operation: Operation): Generator<Case> {
  if (basePath === '') return;
  yield {
    id: `${operation.operationId}/rejects-base-path`,
    title: `${operation.operationId} is not served without ${basePath} before its path`,
    rules: ['base-path'],
    operation,
    run: async (scope) => {
      await scope.twin(operation);
      const wire = await toWire(scope.session, { operation, body: validBody(scope.session, operation) });
      const path = wire.path.slice(basePath.length);
      const answer = await scope.sendWire({ ...wire, path }, operation, 'survival');
      // What answers whatever it is asked outside of the base path is no part of the service.
      if (isSuccess(answer) && isSuccess(await scope.sendWire({ ...wire, path: `/${randomUUID()}` }, undefined)))
        return;
      const message = `${operation.operationId} is also served without ${basePath}`;
      scope.check('base-path', !isSuccess(answer), message, '404', answer);
    },
  };
}

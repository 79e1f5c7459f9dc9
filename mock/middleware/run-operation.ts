import type { RequestHandler } from 'express';
import type { OperationHandler } from '../operation-handler.ts';
import { isProblem } from '../problems.ts';
import type { MockRuntime } from '../runtime.ts';
import type { SendReply } from './send-reply.ts';

/** Runs the handler in one transaction of the sandbox and sends what it returns. */
export function runOperation(handler: OperationHandler<never>, runtime: MockRuntime, send: SendReply): RequestHandler {
  return async (request, response, next) => {
    const valid = { params: request.params, path: request.baseUrl + request.path, body: response.locals.body } as never;
    const reply = await runtime.store.transaction('default', (tx) =>
      handler(valid, { tx, clock: runtime.clock, ids: runtime.ids }),
    );
    if (isProblem(reply)) return next(reply);
    send(response, reply);
  };
}

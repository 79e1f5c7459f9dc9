import type { SandboxHandler } from '../../core/operation-handler.ts';
import { isProblem } from '../../core/problem.ts';
import { type Handler, sandboxOf } from '../http.ts';
import type { SendReply } from './send-reply.ts';

const NO_QUERY = {};

/** Runs the handler in the sandbox of the request, and sends the reply or problem that the handler returns. */
export function runOperation(handler: SandboxHandler<never>, send: SendReply): Handler {
  return (request, response, next) => {
    const { params } = request;
    // Express parses the query on each access to `request.query`, so the code below reads `request.query` only if the
    // URL has a query.
    const query = request.url.includes('?') ? request.query : NO_QUERY;
    const valid = { params, query, path: request.baseUrl + request.path, body: response.locals.body } as never;
    return handler(valid, sandboxOf(response)).then((reply) =>
      isProblem(reply) ? next(reply) : send(response, reply),
    );
  };
}

import { isProblem } from '../../core/problem.ts';
import type { SandboxLookup } from '../../sandboxes/service-handlers.ts';
import { type Handler, sandboxOf } from '../http.ts';
import type { DocumentReplies } from './document-replies.ts';
import type { SendReply } from './send-reply.ts';

/**
 * Handles an operation without its own handler: responds with an example from the document, or with a generated value.
 * If a record that the path identifies does not exist, responds with 404.
 */
export function documentReply(replies: DocumentReplies, send: SendReply, lookup: SandboxLookup | undefined): Handler {
  return async (request, response, next) => {
    const unknown = await lookup?.(sandboxOf(response), request.params);
    const reply = unknown ?? (await replies({}, request));
    if (isProblem(reply)) return next(reply);
    send(response, reply);
  };
}

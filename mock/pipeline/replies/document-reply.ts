import { isProblem } from '../../core/problem.ts';
import type { SandboxLookup } from '../../sandboxes/service-handlers.ts';
import { type Handler, sandboxOf } from '../http.ts';
import type { DocumentReplies } from './document-replies.ts';
import type { SendReply } from './send-reply.ts';

/**
 * Answers an operation without a handler: with an example of the document, else with a made-up value; first comes
 * the problem of what the path names and the sandbox does not know.
 */
export function documentReply(replies: DocumentReplies, send: SendReply, lookup: SandboxLookup | undefined): Handler {
  return async (request, response, next) => {
    const unknown = await lookup?.(sandboxOf(response), request.params);
    const reply = unknown ?? (await replies({}, request));
    if (isProblem(reply)) return next(reply);
    send(response, reply);
  };
}

import type { RequestHandler } from 'express';
import { isProblem } from '../core/problem.ts';
import type { PathLookup } from '../service/path-lookup.ts';
import { sandboxOf } from './enter-sandbox.ts';
import type { DocumentReplies } from './replies/document-replies.ts';
import type { SendReply } from './send-reply.ts';

/**
 * Answers an operation without a handler: with an example of the document, else with a made-up value; first comes
 * the problem of what the path names and the sandbox does not know.
 */
export function documentReply(
  replies: DocumentReplies,
  send: SendReply,
  lookup: PathLookup | undefined,
): RequestHandler {
  return async (request, response, next) => {
    const unknown = await (lookup && sandboxOf(response).transaction((tx) => lookup(tx, request.params)));
    const reply = unknown ?? (await replies({}, request));
    if (isProblem(reply)) return next(reply);
    send(response, reply);
  };
}

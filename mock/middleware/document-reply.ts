import type { RequestHandler } from 'express';
import type { DocumentReplies } from '../document-replies.ts';
import { isProblem } from '../problems.ts';
import type { SendReply } from './send-reply.ts';

/** Answers an operation without a handler: with an example of the document, else with a made-up value. */
export function documentReply(replies: DocumentReplies, send: SendReply): RequestHandler {
  return async (request, response, next) => {
    const reply = await replies({}, request.path);
    if (isProblem(reply)) return next(reply);
    send(response, reply);
  };
}

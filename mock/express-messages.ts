import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { http } from './core/node-http.ts';

/** The classes of a server's requests and responses. */
export interface Messages {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Requests and responses that are born with the prototypes that the application gives to each, and
 * with what it adds to a response: to change an object afterwards takes V8 longer than to make it.
 */
export function messagesOf(app: Express): Messages {
  class ExpressRequest extends http.IncomingMessage {}
  class ExpressResponse<R extends IncomingMessage> extends http.ServerResponse<R> {
    readonly locals = {};
  }
  app.request = Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { http } from '../src/contract/node-http.ts';
import type { Locals } from './core/locals.ts';

/** The classes of requests and responses, as options of `createServer` in Node.js. */
export interface Messages {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Creates classes of requests and responses whose objects have the prototypes and properties of Express from the start.
 * With the classes of Node.js, Express would change the prototype of each request and response, which is slow in V8.
 */
export function messagesOf(app: Express): Messages {
  class ExpressRequest extends http.IncomingMessage {}
  class ExpressResponse<R extends IncomingMessage> extends http.ServerResponse<R> {
    readonly locals = newLocals();
  }
  app.request = Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

/**
 * Creates the object `response.locals` with all properties that the handlers set. In V8, an object that gets one
 * property after the other needs more time and memory.
 */
function newLocals(): Record<keyof Locals, unknown> {
  return {
    requestId: undefined,
    sandboxName: undefined,
    path: undefined,
    sandbox: undefined,
    recorder: undefined,
    operationId: undefined,
    bodyBytes: undefined,
    body: undefined,
    problem: undefined,
    rules: undefined,
    violations: undefined,
    warnings: undefined,
    faults: undefined,
    deliver: undefined,
  };
}

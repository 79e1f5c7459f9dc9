import type {
  ErrorRequestHandler,
  Request as ExpressRequest,
  Response as ExpressResponse,
  NextFunction,
  RequestHandler,
} from 'express';
import type { Locals } from '../core/locals.ts';
import type { Sandbox } from '../core/sandbox.ts';

type Params = Record<string, string>;

/** A request of Express whose body has the type `unknown`, since only `validateRequest` checks the body. */
export type Request = ExpressRequest<Params, unknown, unknown, ExpressRequest['query'], Locals>;
export type Response = ExpressResponse<unknown, Locals>;
export type Handler = RequestHandler<Params, unknown, unknown, ExpressRequest['query'], Locals>;
/** Sends a problem document for an error. */
export type ProblemHandler = ErrorRequestHandler<Params, unknown, unknown, ExpressRequest['query'], Locals>;
export type { NextFunction };

/** Returns the sandbox of the request. @throws Error when `enterSandbox` has not run for the request */
export function sandboxOf({ locals: { sandbox } }: Response): Sandbox {
  if (!sandbox) throw new Error('enterSandbox has not run for this request.');
  return sandbox;
}

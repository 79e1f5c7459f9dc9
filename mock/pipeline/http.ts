import type { Request as ExpressRequest, Response as ExpressResponse, NextFunction, RequestHandler } from 'express';
import type { Locals } from '../core/locals.ts';
import type { Sandbox } from '../core/sandbox.ts';

type Params = Record<string, string>;

/** A request whose body is not yet known to be anything. */
export type Request = ExpressRequest<Params, unknown, unknown, ExpressRequest['query'], Locals>;
export type Response = ExpressResponse<unknown, Locals>;
export type Handler = RequestHandler<Params, unknown, unknown, ExpressRequest['query'], Locals>;
export type { NextFunction };

/** The sandbox of the request. @throws Error if no step has entered it */
export function sandboxOf({ locals: { sandbox } }: Response): Sandbox {
  if (!sandbox) throw new Error('The request has entered no sandbox.');
  return sandbox;
}

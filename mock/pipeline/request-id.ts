import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';

/** Names the exchange: `X-Request-Id` of its answer, and the problem's `instance`. */
export const requestId: RequestHandler = (_request, response, next) => {
  response.locals.requestId = randomUUID();
  next();
};

import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';

/** Names the exchange: `X-Request-Id`, and the problem's `instance`. */
export const requestId: RequestHandler = (_request, response, next) => {
  response.locals.requestId = randomUUID();
  response.setHeader('X-Request-Id', response.locals.requestId);
  next();
};

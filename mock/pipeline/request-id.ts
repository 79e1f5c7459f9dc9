import { randomUUID } from 'node:crypto';
import type { Handler } from './http.ts';

/** Names the exchange: `X-Request-Id` of its answer, and the problem's `instance`. */
export const requestId: Handler = (_request, response, next) => {
  response.locals.requestId = randomUUID();
  next();
};

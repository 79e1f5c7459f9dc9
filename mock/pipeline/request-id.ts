import { randomUUID } from 'node:crypto';
import type { Handler } from './http.ts';

/** Generates the ID of the exchange: `X-Request-Id` of the response, and `instance` of a problem. */
export const requestId: Handler = (_request, response, next) => {
  response.locals.requestId = randomUUID();
  next();
};

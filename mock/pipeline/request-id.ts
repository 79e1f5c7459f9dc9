import { randomUUID } from 'node:crypto';
import type { Handler } from './http.ts';

/**
 * Generates the ID of the exchange, for the response header `X-Request-Id` and the property `instance` of a problem
 * document.
 */
export const requestId: Handler = (_request, response, next) => {
  response.locals.requestId = randomUUID();
  next();
};

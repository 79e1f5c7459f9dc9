import type { RequestHandler } from 'express';

/**
 * Creates the handler that sets the security headers of a response: the Content Security Policy, and headers that
 * prevent the use by other origins, a referrer, and a guessed media type.
 */
export function pageHeaders(policy: string): RequestHandler {
  const headers = {
    'Content-Security-Policy': policy,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
  return (_request, response, next) => {
    response.set(headers);
    next();
  };
}

import type { RequestHandler } from 'express';

/**
 * Creates the handler that sets the security headers of a page: the Content Security Policy, no access by other
 * origins, and no referrer.
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

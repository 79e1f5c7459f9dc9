import type { RequestHandler } from 'express';

/** Sets the security headers of a page: its policy, no access by other origins, and no referrer. */
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

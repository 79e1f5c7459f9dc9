import type { RequestHandler } from 'express';

/**
 * For pages of the mock itself: they keep to their policy, are loaded by no other origin, and tell none where they
 * were.
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

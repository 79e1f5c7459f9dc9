import type { RequestHandler } from 'express';

/**
 * Creates the handler that sets the security headers of a response. In addition to the Content Security Policy, the
 * security headers forbid the browser to load the response into a page of another origin, to send `Referer`, and to
 * guess a media type.
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

import cors from 'cors';
import type { RequestHandler } from 'express';
import type { Operation } from '../../src/contract/operation.ts';

/** What the mock itself adds to answers, whatever the document says. */
const OWN_HEADERS = [
  'Allow',
  'Date',
  'Deprecation',
  'Location',
  'Preference-Applied',
  'Retry-After',
  'WWW-Authenticate',
  'X-Contract-Violation',
  'X-Contract-Violations',
  'X-Mock-Fault',
  'X-Request-Id',
];

/** Those that a path does not define are let through too: a page can then read why they are refused. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The control API, of the default sandbox and of each other: no page of another origin may use it. */
const CONTROL_PATH = /^(?:\/sandboxes\/[^/]+)?\/__admin(?:\/|$)/i;

/**
 * Lets pages of any origin use the mock, with credentials or without, and read every header of every
 * answer (Fetch §3.3). The origin is named instead of `*`, which credentials would forbid; answers
 * carry nothing that lets a cache keep them, so requests without an origin need no `Vary`.
 */
export function crossOrigin(operations: readonly Operation[]): RequestHandler {
  const defined = operations.flatMap(({ responses }) => responses).flatMap(({ headers }) => headers);
  const options = {
    origin: true,
    credentials: true,
    methods: METHODS,
    exposedHeaders: [...new Set([...OWN_HEADERS, ...defined.map(({ name }) => name)])],
    maxAge: 600,
  };
  const allow = cors({ ...options, preflightContinue: true });
  const answerPreflight = cors(options);
  return (request, response, next) => {
    const { headers, method } = request;
    if (headers.origin === undefined || CONTROL_PATH.test(request.path)) return next();
    const preflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
    if (!preflight) return allow(request, response, next);
    if (headers['access-control-request-private-network'] === 'true')
      response.setHeader('Access-Control-Allow-Private-Network', 'true');
    answerPreflight(request, response, next);
  };
}

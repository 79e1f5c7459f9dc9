import type { ServerResponse } from 'node:http';
import cors from 'cors';
import type { Handler } from './http.ts';

/** Paths of the control API, with or without a sandbox. */
const CONTROL_PATH = /^(?:\/sandboxes\/[^/]+)?\/__admin(?:\/|$)/i;

/** CORS options. They return the origin itself, since `*` does not allow credentials (Fetch §3.3.5). */
const OPTIONS = {
  origin: true,
  credentials: true,
  /** Includes methods that a path does not define, so that a page can read the rejection. */
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  maxAge: 600,
};

const respondToPreflight = cors(OPTIONS);
const addHeaders = cors({ ...OPTIONS, preflightContinue: true });

/**
 * Allows pages of any origin to use the mock, with or without credentials, and to read every response header.
 * Responses to requests without an origin need no `Vary`, since no response is cacheable.
 *
 * @param controlOrigins origins whose pages may use the control API, too. This is safe only if it needs a token
 */
export function crossOrigin(controlOrigins: readonly string[]): Handler {
  return (request, response, next) => {
    const { headers, method } = request;
    if (headers.origin === undefined) return next();
    if (CONTROL_PATH.test(request.path) && !controlOrigins.includes(headers.origin)) return next();
    if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
      if (headers['access-control-request-private-network'] === 'true')
        response.setHeader('Access-Control-Allow-Private-Network', 'true');
      return respondToPreflight(request, response, next);
    }
    exposeHeaders(response);
    addHeaders(request, response, next);
  };
}

/** Exposes all headers that the response has when it is sent. */
function exposeHeaders(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const names = ['date', ...response.getHeaderNames(), ...namesOf(rest.at(-1))];
    const exposed = names.filter((name) => !/^access-control-/i.test(name));
    response.setHeader('Access-Control-Expose-Headers', exposed.join(', '));
    return writeHead(status, ...rest);
  };
}

/** Header names of an argument of `writeHead`: an object, or an array of alternating names and values. */
function namesOf(headers: unknown): string[] {
  if (Array.isArray(headers)) return headers.filter((_, index) => index % 2 === 0);
  return typeof headers === 'object' && headers !== null ? Object.keys(headers) : [];
}

import type { ServerResponse } from 'node:http';
import cors from 'cors';
import type { Handler } from './http.ts';

/** Matches the paths of the control API, with or without the prefix that names a sandbox. */
const CONTROL_PATH = /^(?:\/sandboxes\/[^/]+)?\/__admin(?:\/|$)/i;

/**
 * The options of the package `cors`. `Access-Control-Allow-Origin` repeats the origin of the page, since `*` does not
 * allow credentials (Fetch §3.3.5).
 */
const OPTIONS = {
  origin: true,
  credentials: true,
  /**
   * The methods that a page may use on every path. These methods are allowed on every path, so that a page can also
   * read the response 405 to a method that the path does not define.
   */
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  maxAge: 600,
};

const respondToPreflight = cors(OPTIONS);
const addHeaders = cors({ ...OPTIONS, preflightContinue: true });

/**
 * Allows pages of any origin to use the mock, with or without credentials, and to read every response header. A
 * response to a request without `Origin` needs no `Vary`, since caches do not store the responses of the mock.
 *
 * @param controlOrigins origins whose pages may also use the control API. A list `controlOrigins` is safe only if the
 * control API requires a token, since these pages could otherwise change the mock
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

/**
 * Allows a page of another origin to read all headers of the response. The function waits for the call of `writeHead`,
 * since the names of all headers are known only then.
 */
function exposeHeaders(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const names = ['date', ...response.getHeaderNames(), ...namesOf(rest.at(-1))];
    const exposed = names.filter((name) => !/^access-control-/i.test(name));
    response.setHeader('Access-Control-Expose-Headers', exposed.join(', '));
    return writeHead(status, ...rest);
  };
}

/**
 * Lists the header names in an argument of `writeHead`, which is an object, or an array of alternating names and
 * values.
 */
function namesOf(headers: unknown): string[] {
  if (Array.isArray(headers)) return headers.filter((_, index) => index % 2 === 0);
  return typeof headers === 'object' && headers !== null ? Object.keys(headers) : [];
}

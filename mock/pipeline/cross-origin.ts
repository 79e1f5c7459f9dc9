import type { ServerResponse } from 'node:http';
import cors from 'cors';
import type { Handler } from './http.ts';

/** The control API, of the default sandbox and of each other. */
const CONTROL_PATH = /^(?:\/sandboxes\/[^/]+)?\/__admin(?:\/|$)/i;

/** The origin is named instead of `*`, which credentials would forbid (Fetch §3.3.5). */
const OPTIONS = {
  origin: true,
  credentials: true,
  /** Those that a path does not define are let through too: a page can then read why they are rejected. */
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  maxAge: 600,
};

const answerPreflight = cors(OPTIONS);
const allow = cors({ ...OPTIONS, preflightContinue: true });

/**
 * Lets pages of any origin use the mock, with credentials or without, and read every header of every
 * answer. Answers carry nothing that lets a cache keep them, so those to requests without an origin
 * need no `Vary`.
 *
 * @param control whether they may use the control API, too: where a token guards it, which no page has by itself
 */
export function crossOrigin({ control }: { readonly control: boolean }): Handler {
  return (request, response, next) => {
    const { headers, method } = request;
    if (headers.origin === undefined || (!control && CONTROL_PATH.test(request.path))) return next();
    if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
      if (headers['access-control-request-private-network'] === 'true')
        response.setHeader('Access-Control-Allow-Private-Network', 'true');
      return answerPreflight(request, response, next);
    }
    exposeHeaders(response);
    allow(request, response, next);
  };
}

/** Lets the page read whatever headers the answer has by the time it leaves. */
function exposeHeaders(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const names = ['date', ...response.getHeaderNames(), ...namesOf(rest.at(-1))];
    const exposed = names.filter((name) => !/^access-control-/i.test(name));
    response.setHeader('Access-Control-Expose-Headers', exposed.join(', '));
    return writeHead(status, ...rest);
  };
}

/** Of headers in one of the forms that `writeHead` takes: an object, or names and values by turns. */
function namesOf(headers: unknown): string[] {
  if (Array.isArray(headers)) return headers.filter((_, index) => index % 2 === 0);
  return typeof headers === 'object' && headers !== null ? Object.keys(headers) : [];
}

import type { Contract } from '../../src/contract/contract.ts';
import { nearestPath } from '../../src/contract/explain/nearest-path.ts';
import { isProblem, Problem, problemRules, toProblemDocument } from '../core/problem.ts';
import { StoreError } from '../core/store-error.ts';
import type { Fail } from '../journal/exchange-recorder.ts';
import type { Handler, ProblemHandler, Request } from './http.ts';
import { requestOrigin } from './origin.ts';
import { writeJson } from './replies/send-reply.ts';

const SANDBOX = /^\/sandboxes\/[^/]*/;

/**
 * Responds with 404 to a request for an unknown path. The response suggests the closest known path, since clients often
 * have a wrong base URL.
 */
export function unknownPath(document: () => Contract): Handler {
  return ({ baseUrl, path: rest }, _response, next) => {
    const path = baseUrl + rest;
    const [sandbox = ''] = SANDBOX.exec(path) ?? [];
    const { basePath, operations } = document();
    const nearest = nearestPath(
      path.slice(sandbox.length),
      operations.map((operation) => basePath + operation.path),
    );
    const hint = nearest === undefined ? '' : ` Did you mean ${sandbox}${nearest}?`;
    next(new Problem('notFound', `No route matches ${path.slice(0, 200)}.${hint}`));
  };
}

/**
 * Creates the function that converts any error to a problem document and sends this document (engine rule
 * `problem-details`).
 */
export function problemSender(report: (error: unknown) => void, served: () => Contract): Fail {
  return (error, response) => {
    const problem = toProblem(error);
    if (problem.type.status >= 500) report(isProblem(error) ? problem.detail : error);
    if (response.headersSent) return;
    response.locals.problem = problem;
    response.locals.rules = problem.rules.length > 0 ? problem.rules : problemRules(served(), problem.type).slice(0, 1);
    for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
    const document = toProblemDocument(problem, requestOrigin(response.req as Request), response.locals.requestId);
    writeJson(response, problem.type.status, document, 'application/problem+json');
  };
}

export function problemDetails(send: Fail): ProblemHandler {
  return (error: unknown, _request, response, next) => {
    const { headersSent } = response;
    send(error, response);
    if (headersSent) next(error);
  };
}

/**
 * Matches the names of the headers that every response has, and that `replaceResponse` therefore keeps.
 * `replaceResponse` removes all other headers, since they describe only the replaced response.
 */
const COMMON_HEADER = /^(?:access-control-|vary$)/;

/**
 * Creates the function that sends a problem document instead of a response of the operation, because the store could
 * not record this response.
 */
export function replaceResponse(send: Fail): Fail {
  return (error, response) => {
    for (const name of response.getHeaderNames()) if (!COMMON_HEADER.test(name)) response.removeHeader(name);
    // The faults of the sandbox do not apply to a problem document that replaces a response.
    delete response.locals.deliver;
    send(error, response);
  };
}

/** Converts an error to a problem. An error of Express with the status 400 means that the request is malformed. */
function toProblem(error: unknown): Problem {
  if (isProblem(error)) return error;
  if (error instanceof StoreError) {
    const { detail, retryAfterSeconds } = error;
    return new Problem('serviceUnavailable', detail, {
      ...(retryAfterSeconds !== undefined && { headers: { 'Retry-After': String(retryAfterSeconds) } }),
    });
  }
  const { status, message } = error as { status?: number; message?: string };
  if (status === 400) return new Problem('invalidRequest', `The request cannot be read: ${message}.`);
  return new Problem('internal', 'The mock failed with an internal error. The log contains the reason.');
}

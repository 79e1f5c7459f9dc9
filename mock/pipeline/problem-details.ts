import type { ErrorRequestHandler } from 'express';
import type { Contract } from '../../src/contract/contract.ts';
import { nearestPath } from '../../src/contract/explain/nearest-path.ts';
import type { Locals } from '../core/locals.ts';
import { isProblem, Problem, problemRules, toProblemDocument } from '../core/problem.ts';
import { StoreError } from '../core/store-error.ts';
import type { Handler } from './http.ts';
import { requestOrigin } from './origin.ts';
import { writeJson } from './replies/send-reply.ts';

const SANDBOX = /^\/sandboxes\/[^/]*/;

/** Responds with 404 to an unknown path, and suggests the closest known path, since base URLs are often wrong. */
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

/** Converts every error to a problem document (`problem-details`). */
export function problemDetails(
  report: (error: unknown) => void,
  served: () => Contract,
): ErrorRequestHandler<Record<string, string>, unknown, unknown, Record<string, unknown>, Locals> {
  return (error: unknown, request, response, next) => {
    const problem = toProblem(error);
    if (problem.type.status >= 500) report(isProblem(error) ? problem.detail : error);
    if (response.headersSent) return next(error);
    response.locals.problem = problem;
    response.locals.rules = problem.rules.length > 0 ? problem.rules : problemRules(served(), problem.type).slice(0, 1);
    response.set(problem.headers);
    const document = toProblemDocument(problem, requestOrigin(request), response.locals.requestId);
    writeJson(response, problem.type.status, document, 'application/problem+json');
  };
}

/** Error codes of content decoding: `Z_DATA_ERROR` of zlib, `ERR__ERROR_FORMAT_…` of Brotli, `ZSTD_error_…`. */
const UNPACKING = /^(?:Z_|ERR__|ZSTD_)/;

/** Converts an error to a problem. The errors of Express have a `status` and a `type`. */
function toProblem(error: unknown): Problem {
  if (isProblem(error)) return error;
  if (error instanceof StoreError) {
    return new Problem(
      'serviceUnavailable',
      'The mock cannot use its data file (--data). The log contains the reason.',
    );
  }
  const { status, type, limit, message, code } = error as {
    status?: number;
    code?: string;
    type?: string;
    limit?: number;
    message?: string;
  };
  if (type === 'entity.too.large') return new Problem('contentTooLarge', `The body is larger than ${limit} bytes.`);
  if (status === 415) return new Problem('unsupportedMediaType', `The body cannot be read: ${message}.`);
  if (status === 400 && UNPACKING.test(code ?? ''))
    return new Problem('invalidRequest', `The body does not match its Content-Encoding: ${message}.`);
  if (status === 400) return new Problem('invalidRequest', `The request cannot be read: ${message}.`);
  return new Problem('internal', 'The mock failed with an internal error. The log contains the reason.');
}

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

/** Ends every path that the document does not know, and names the nearest that it does: a base URL is soon wrong. */
export function unknownPath(document: () => Contract): Handler {
  return ({ baseUrl, path: rest }, _response, next) => {
    const path = baseUrl + rest;
    const [sandbox = ''] = SANDBOX.exec(path) ?? [];
    const { basePath, operations } = document();
    const nearest = nearestPath(
      path.slice(sandbox.length),
      operations.map((operation) => basePath + operation.path),
    );
    const hint = nearest === undefined ? '' : ` The nearest is ${sandbox}${nearest}.`;
    next(new Problem('notFound', `There is nothing at ${path.slice(0, 200)}.${hint}`));
  };
}

/** The edge: whatever went wrong leaves as a problem document (`problem-details`). */
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

/** The codes of zlib's errors: `Z_DATA_ERROR`, `ERR__ERROR_FORMAT_…` of Brotli, `ZSTD_error_…`. */
const UNPACKING = /^(?:Z_|ERR__|ZSTD_)/;

/** Express and its body reader say with `status` and `type` what the client did wrong. */
function toProblem(error: unknown): Problem {
  if (isProblem(error)) return error;
  if (error instanceof StoreError) {
    return new Problem('serviceUnavailable', 'The mock cannot use its data file (--data); its log says why.');
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
    return new Problem('invalidRequest', `The body is not what its Content-Encoding says: ${message}.`);
  if (status === 400) return new Problem('invalidRequest', `The request cannot be read: ${message}.`);
  return new Problem('internal', 'The mock failed; its log says why.');
}

import type { RequestHandler } from 'express';
import { Problem } from '../core/problem.ts';

/** Ends every method that a known path does not define (D09). */
export function methodNotAllowed(methods: readonly string[]): RequestHandler {
  const allow = methods.join(', ');
  const problem = new Problem('methodNotAllowed', `This path takes ${allow}.`, { headers: { Allow: allow } });
  return (_request, _response, next) => next(problem);
}

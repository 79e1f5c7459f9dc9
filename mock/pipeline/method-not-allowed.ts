import { Problem } from '../core/problem.ts';
import type { Handler } from './http.ts';

/** Ends every method that a known path does not define (D09). */
export function methodNotAllowed(methods: readonly string[]): Handler {
  const allow = methods.join(', ');
  const problem = new Problem('methodNotAllowed', `This path takes ${allow}.`, { headers: { Allow: allow } });
  return (_request, _response, next) => next(problem);
}

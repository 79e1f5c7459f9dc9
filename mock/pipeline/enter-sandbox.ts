import { Problem } from '../core/problem.ts';
import { DEFAULT_SANDBOX, SANDBOX_NAME, type Sandboxes } from '../sandboxes/sandboxes.ts';
import type { Handler } from './http.ts';

/** Sets the sandbox of the request (`/sandboxes/{sandbox}/…` or the default one) and the path within it. */
export const setSandbox: Handler = (request, response, next) => {
  const { sandbox = DEFAULT_SANDBOX } = request.params;
  // An unknown path of a sandbox reaches this handler a second time and must keep its sandbox.
  response.locals.sandboxName ??= sandbox;
  response.locals.path ??= request.url;
  if (SANDBOX_NAME.test(sandbox)) return next();
  next(
    new Problem('notFound', 'The sandbox name is invalid; expected 1 to 64 letters, digits, hyphens and underscores.'),
  );
};

/** Opens the sandbox. Its first use creates it from the seed. @param closed paths that do not need the store */
export function enterSandbox(sandboxes: Sandboxes, closed?: RegExp): Handler {
  return async (request, response, next) => {
    const { sandboxName: name = DEFAULT_SANDBOX } = response.locals;
    response.locals.sandbox = closed?.test(request.path) ? sandboxes.unopened(name) : await sandboxes.open(name);
    next();
  };
}

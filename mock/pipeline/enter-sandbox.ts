import { Problem } from '../core/problem.ts';
import { DEFAULT_SANDBOX, SANDBOX_NAME, type Sandboxes } from '../sandboxes/sandboxes.ts';
import type { Handler } from './http.ts';

/** Names the sandbox of the request, `/sandboxes/{sandbox}/…` or the default one, and the path within it. */
export const nameSandbox: Handler = (request, response, next) => {
  const { sandbox = DEFAULT_SANDBOX } = request.params;
  // A path of a sandbox that leads nowhere comes by again; it stays its own.
  response.locals.sandboxName ??= sandbox;
  response.locals.path ??= request.url;
  if (SANDBOX_NAME.test(sandbox)) return next();
  next(
    new Problem('notFound', 'There is no such sandbox: a name is 1 to 64 letters, digits, hyphens and underscores.'),
  );
};

/** Opens the sandbox; its first use makes it from the seed. */
export function enterSandbox(sandboxes: Sandboxes): Handler {
  return async (_request, response, next) => {
    response.locals.sandbox = await sandboxes.open(response.locals.sandboxName ?? DEFAULT_SANDBOX);
    next();
  };
}

import { Problem } from '../core/problem.ts';
import { DEFAULT_SANDBOX, SANDBOX_NAME, type Sandboxes } from '../sandboxes/sandboxes.ts';
import { type Handler, type Request, sandboxOf } from './http.ts';

/**
 * Stores the sandbox of the request (`/sandboxes/{sandbox}/…` or the default sandbox), and the path within this
 * sandbox, in `response.locals`.
 */
export const setSandbox: Handler = (request, response, next) => {
  const { sandbox = DEFAULT_SANDBOX } = request.params;
  // A request for an unknown path in a sandbox reaches this handler twice: first for the sandbox in the path, and then
  // for the default sandbox. The second call of this handler must not replace the sandbox of the first call.
  response.locals.sandboxName ??= sandbox;
  response.locals.path ??= request.url;
  if (SANDBOX_NAME.test(sandbox)) return next();
  next(
    new Problem('notFound', 'The sandbox name is invalid; expected 1 to 64 letters, digits, hyphens and underscores.'),
  );
};

/**
 * Opens the sandbox for a request to the control API, and creates the sandbox if necessary.
 * @param closed matches the paths of the operations that do not need the records of a sandbox
 */
export function openSandbox(sandboxes: Sandboxes, closed: RegExp): Handler {
  return async (request, response, next) => {
    const { sandboxName: name = DEFAULT_SANDBOX } = response.locals;
    response.locals.sandbox = closed.test(request.path) ? sandboxes.unopened(name) : await sandboxes.open(name);
    next();
  };
}

/**
 * Opens the sandbox for a request to the service. If the sandbox does not exist and `mayCreate` returns true for the
 * request, creates the sandbox from the seed.
 */
export function enterSandbox(sandboxes: Sandboxes, mayCreate: (request: Request) => boolean): Handler {
  return (request, response, next) => {
    const { sandboxName: name = DEFAULT_SANDBOX } = response.locals;
    return sandboxes.open(name, name === DEFAULT_SANDBOX || mayCreate(request)).then((sandbox) => {
      response.locals.sandbox = sandbox;
      next();
    });
  };
}

/**
 * Rejects a request for a nonexistent sandbox. Only the operations without an API key need this handler. For the
 * operations with an API key, an earlier handler rejects every request without a valid key, and a valid key creates the
 * sandbox.
 */
export const requireSandbox: Handler = (_request, response, next) => {
  const { exists, name } = sandboxOf(response);
  if (exists) return next();
  next(new Problem('notFound', `Sandbox ${name} does not exist. A request with a valid API key creates the sandbox.`));
};

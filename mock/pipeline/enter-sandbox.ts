import { Problem } from '../core/problem.ts';
import { DEFAULT_SANDBOX, SANDBOX_NAME, type Sandboxes } from '../sandboxes/sandboxes.ts';
import { type Handler, type Request, sandboxOf } from './http.ts';

/**
 * Stores the sandbox of the request (`/sandboxes/{sandbox}/…` or the default sandbox), and the path within this
 * sandbox.
 */
export const setSandbox: Handler = (request, response, next) => {
  const { sandbox = DEFAULT_SANDBOX } = request.params;
  // A request for an unknown path in a sandbox reaches this handler a second time, and must keep the sandbox of the
  // first time.
  response.locals.sandboxName ??= sandbox;
  response.locals.path ??= request.url;
  if (SANDBOX_NAME.test(sandbox)) return next();
  next(
    new Problem('notFound', 'The sandbox name is invalid; expected 1 to 64 letters, digits, hyphens and underscores.'),
  );
};

/** Opens the sandbox for a request to the control API. @param closed paths of operations that do not need the store */
export function openSandbox(sandboxes: Sandboxes, closed: RegExp): Handler {
  return async (request, response, next) => {
    const { sandboxName: name = DEFAULT_SANDBOX } = response.locals;
    response.locals.sandbox = closed.test(request.path) ? sandboxes.unopened(name) : await sandboxes.open(name);
    next();
  };
}

/**
 * Opens the sandbox for a request to the service. If the sandbox does not exist and the client may create sandboxes,
 * creates the sandbox from the seed.
 */
export function enterSandbox(sandboxes: Sandboxes, mayCreate: (request: Request) => boolean): Handler {
  return async (request, response, next) => {
    const { sandboxName: name = DEFAULT_SANDBOX } = response.locals;
    response.locals.sandbox = await sandboxes.open(name, name === DEFAULT_SANDBOX || mayCreate(request));
    next();
  };
}

/**
 * Rejects a request in a nonexistent sandbox. Only an operation without an API key can reach this handler in a
 * nonexistent sandbox.
 */
export const requireSandbox: Handler = (_request, response, next) => {
  const { exists, name } = sandboxOf(response);
  if (exists) return next();
  next(new Problem('notFound', `Sandbox ${name} does not exist. A request with a valid API key creates the sandbox.`));
};

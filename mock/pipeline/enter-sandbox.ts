import { Problem } from '../core/problem.ts';
import { DEFAULT_SANDBOX, SANDBOX_NAME, type Sandboxes } from '../sandboxes/sandboxes.ts';
import { type Handler, type Request, sandboxOf } from './http.ts';

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

/** Opens the sandbox for the control API. @param closed paths that do not need the store */
export function openSandbox(sandboxes: Sandboxes, closed: RegExp): Handler {
  return async (request, response, next) => {
    const { sandboxName: name = DEFAULT_SANDBOX } = response.locals;
    response.locals.sandbox = closed.test(request.path) ? sandboxes.unopened(name) : await sandboxes.open(name);
    next();
  };
}

/** Enters the sandbox. Its first use by a client that may create it creates it from the seed. */
export function enterSandbox(sandboxes: Sandboxes, mayCreate: (request: Request) => boolean): Handler {
  return async (request, response, next) => {
    const { sandboxName: name = DEFAULT_SANDBOX } = response.locals;
    response.locals.sandbox = await sandboxes.open(name, name === DEFAULT_SANDBOX || mayCreate(request));
    next();
  };
}

/** Rejects an operation without a key in a sandbox that does not exist. */
export const requireSandbox: Handler = (_request, response, next) => {
  const { exists, name } = sandboxOf(response);
  if (exists) return next();
  next(new Problem('notFound', `Sandbox ${name} does not exist. A request with a valid API key creates it.`));
};

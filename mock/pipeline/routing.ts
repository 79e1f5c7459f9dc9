import { Problem } from '../core/problem.ts';
import type { Handler } from './http.ts';

/**
 * Combines several handlers into one handler with the semantics of Express: each handler runs when the previous handler
 * calls `next`, and a thrown error or a rejection of a promise goes to the error handler. The combined handler is
 * faster than an Express router with one layer per handler.
 */
export function composeHandlers(...handlers: readonly Handler[]): Handler {
  return (request, response, next) => {
    let index = 0;
    const step = (error?: unknown): void => {
      const handler = error === undefined ? handlers[index++] : undefined;
      try {
        const result: unknown = handler ? handler(request, response, step) : next(error);
        if (result instanceof Promise) result.catch(next);
      } catch (thrown) {
        next(thrown);
      }
    };
    step();
  };
}

/**
 * Creates a handler that runs the given handler only for paths that begin with the prefix. Unlike `use(path, …)` of
 * Express, the created handler keeps the prefix in `request.path` and compares no pattern, which is faster.
 */
export function forPrefix(prefix: string, handler: Handler): Handler {
  if (prefix === '') return handler;
  return (request, response, next) =>
    request.path === prefix || request.path.startsWith(`${prefix}/`) ? handler(request, response, next) : next();
}

/** Converts an OpenAPI path template to the syntax of Express. */
export function toExpressPath(template: string): string {
  return template
    .split(/\{([^{}]+)\}/)
    .map((part, index) => (index % 2 === 1 ? `:${JSON.stringify(part)}` : part.replace(/[\\{}()[\]+?!:*]/g, '\\$&')))
    .join('');
}

/** Responds with 405 to a request with a method that the path does not define (engine rule `method-not-allowed`). */
export function methodNotAllowed(methods: readonly string[]): Handler {
  const allow = methods.join(', ');
  const problem = new Problem('methodNotAllowed', `The path does not support this method; expected ${allow}.`, {
    headers: { Allow: allow },
  });
  return (_request, _response, next) => next(problem);
}

/** Redirects browsers from `/` to `/docs`. */
export const toDocs: Handler = (request, response, next) => {
  response.vary('Accept');
  if (request.accepts(['json', 'html']) !== 'html') return next();
  response.redirect(`${request.baseUrl}/docs`);
};

/** Redirects a short path such as `/health` or `/metrics` to the same path of the control API. */
export const toControl: Handler = (request, response) => {
  response.redirect(`${request.baseUrl}/__admin${request.path}`);
};

/** Redirects the usual paths of an OpenAPI document to the document under `/docs`. */
export const toDocument: Handler = (request, response) => {
  response.redirect(`${request.baseUrl}/docs/openapi.json`);
};

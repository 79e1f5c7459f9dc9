import { Problem } from '../core/problem.ts';
import type { Handler } from './http.ts';

/**
 * One handler that runs several in turn, as a router does with its layers: each is called when the one
 * before calls `next`, and what one throws or rejects with is the error. A layer of a router costs more
 * than most handlers do.
 */
export function inTurn(...handlers: readonly Handler[]): Handler {
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
 * Runs the handler for paths that begin so. Unlike `use(path, …)`, which takes the beginning away and
 * matches it by a pattern, it leaves the path whole and costs next to nothing.
 */
export function under(prefix: string, handler: Handler): Handler {
  if (prefix === '') return handler;
  return (request, response, next) =>
    request.path === prefix || request.path.startsWith(`${prefix}/`) ? handler(request, response, next) : next();
}

/** An OpenAPI path template in the syntax of Express. */
export function toExpressPath(template: string): string {
  return template
    .split(/\{([^}]+)\}/)
    .map((part, index) => (index % 2 === 1 ? `:${JSON.stringify(part)}` : part.replace(/[\\{}()[\]+?!:*]/g, '\\$&')))
    .join('');
}

/** Ends every method that a known path does not define (`method-not-allowed`). */
export function methodNotAllowed(methods: readonly string[]): Handler {
  const allow = methods.join(', ');
  const problem = new Problem('methodNotAllowed', `This path takes ${allow}.`, { headers: { Allow: allow } });
  return (_request, _response, next) => next(problem);
}

/** Nothing is at the root; somebody who looks there with a browser wants to know what there is. */
export const toDocs: Handler = (request, response, next) => {
  response.vary('Accept');
  if (request.accepts(['json', 'html']) !== 'html') return next();
  response.redirect(`${request.baseUrl}/docs`);
};

/** Where most services have their document, people and tools look first. */
export const toDocument: Handler = (request, response) => {
  response.redirect(`${request.baseUrl}/docs/openapi.json`);
};

import type { Handler } from './http.ts';

/**
 * Runs the handler for paths that begin so. Unlike `use(path, …)`, which takes the beginning away and
 * matches it by a pattern, it leaves the path whole and costs next to nothing.
 */
export function under(prefix: string, handler: Handler): Handler {
  if (prefix === '') return handler;
  return (request, response, next) =>
    request.path === prefix || request.path.startsWith(`${prefix}/`) ? handler(request, response, next) : next();
}

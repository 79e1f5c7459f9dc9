import type { ApiKey } from '../../src/contract/document/operation.ts';
import { Problem } from '../core/problem.ts';
import type { Handler } from './http.ts';

/** Rejects a request without a valid API key, before any other check (`auth-rejected`). */
export function requireApiKey(schemes: readonly ApiKey[], known: ReadonlySet<string>): Handler {
  const header = schemes.filter((scheme) => scheme.in === 'header').map(({ name }) => name);
  const query = schemes.filter((scheme) => scheme.in === 'query').map(({ name }) => name);
  return (request, _response, next) => {
    for (const name of header) {
      const key = request.get(name) ?? '';
      if (!known.has(key)) return next(invalidKey(name, key));
    }
    for (const name of query) {
      const key = String(request.query[name] ?? '');
      if (!known.has(key)) return next(invalidKey(name, key));
    }
    next();
  };
}

function invalidKey(name: string, key: string): Problem {
  return new Problem(
    'unauthorized',
    key === '' ? `${name} is missing; expected a valid API key.` : `${name} is not a valid API key.`,
  );
}

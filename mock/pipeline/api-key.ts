import type { Contract } from '../../src/contract/contract.ts';
import type { ApiKey } from '../../src/contract/document/operation.ts';
import { Problem } from '../core/problem.ts';
import type { Handler, Request } from './http.ts';

/** Rejects a request without a valid API key, before every other check of the request (engine rule `auth-rejected`). */
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

/**
 * Creates a function that returns true if a request has a valid API key in at least one of the headers and query
 * parameters that the document declares for API keys. If the document declares no API keys, the function returns true
 * for every request.
 */
export function keyTest(contract: Contract, known: ReadonlySet<string>): (request: Request) => boolean {
  const schemes = contract.operations.flatMap(({ apiKeys }) => apiKeys);
  const namesIn = (place: string) => [
    ...new Set(schemes.filter((scheme) => scheme.in === place).map(({ name }) => name)),
  ];
  const [header, query] = [namesIn('header'), namesIn('query')];
  return (request) =>
    schemes.length === 0 ||
    header.some((name) => known.has(request.get(name) ?? '')) ||
    query.some((name) => known.has(String(request.query[name] ?? '')));
}

function invalidKey(name: string, key: string): Problem {
  return new Problem(
    'unauthorized',
    key === '' ? `${name} is missing; expected a valid API key.` : `${name} is not a valid API key.`,
  );
}

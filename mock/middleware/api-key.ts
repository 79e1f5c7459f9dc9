import type { RequestHandler } from 'express';
import type { ApiKey } from '../../src/contract/operation.ts';
import { Problem } from '../problems.ts';

/** Refuses a request without a known key, before anything else of it is looked at (D03). */
export function requireApiKey(schemes: readonly ApiKey[], known: ReadonlySet<string>): RequestHandler {
  const header = schemes.filter((scheme) => scheme.in === 'header').map(({ name }) => name);
  const query = schemes.filter((scheme) => scheme.in === 'query').map(({ name }) => name);
  const refusals = new Map(
    [...header, ...query].map((name) => [name, new Problem('unauthorized', `${name} holds no API key that is known.`)]),
  );
  return (request, _response, next) => {
    for (const name of header) {
      if (!known.has(request.get(name) ?? '')) return next(refusals.get(name));
    }
    for (const name of query) {
      if (!known.has(String(request.query[name] ?? ''))) return next(refusals.get(name));
    }
    next();
  };
}

import type { JsonObject } from '../../src/contract/json.ts';
import { http } from '../../src/contract/node-http.ts';

/** Media type of problem documents (RFC 9457 §6.1). */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/**
 * Returns a copy of a problem document with the given status, and with the `type`, `href` and `title` of this status.
 * The property `status` of a problem document must equal the HTTP status (RFC 9457 §3.1.2).
 */
export function problemOfStatus(problem: JsonObject, status: number): JsonObject {
  const phrase = http.STATUS_CODES[status] ?? `Status ${status}`;
  const name = phrase
    .toLowerCase()
    .replaceAll("'", '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  const { type, href } = problem;
  return {
    ...problem,
    ...(typeof type === 'string' && { type: type.replace(/^(urn:.*:|.*[^/]\/)[^:/]+$/i, `$1${name}`) }),
    ...(typeof href === 'string' && { href: href.replace(/^(.*[^/]\/)[^/]+$/, `$1${name}`) }),
    title: phrase.charAt(0) + phrase.slice(1).toLowerCase(),
    status,
  };
}

import type { Requirement } from '../../../src/contract/requirement.ts';

/** One rule of the engine. The basis is `documented` if the OpenAPI document itself states the rule. */
type Row = readonly [
  id: string,
  title: string,
  level: Requirement['level'],
  basis: 'documented' | 'decided',
  text: string,
];

const ROWS: readonly Row[] = [
  [
    'base-path',
    'Operations exist only under the documented base path',
    'SHOULD',
    'decided',
    'the service responds to an operation only under the base path in `servers` of the document',
  ],
  [
    'auth-required',
    'An operation requires the documented API key',
    'MUST',
    'documented',
    'an operation with a security requirement rejects a request without the documented API key',
  ],
  [
    'auth-rejected',
    'A request with a missing or unknown API key gets a 401',
    'SHOULD',
    'decided',
    'a request with a missing, empty or unknown API key gets a 401, even if it contains other mistakes',
  ],
  [
    'auth-forbidden',
    'A request with an API key without permission gets a 403',
    'MAY',
    'decided',
    'a request with a known API key without permission gets a 403',
  ],
  [
    'malformed-body',
    'A body that violates the document is rejected',
    'MUST',
    'documented',
    'a body that is not JSON, or violates the schema, is rejected (400)',
  ],
  [
    'media-type',
    'A request with an undocumented media type gets a 415',
    'MUST',
    'documented',
    'a request with a body of a media type that the document does not list gets a 415',
  ],
  [
    'unknown-resource',
    'A request for a nonexistent resource gets a 404',
    'SHOULD',
    'decided',
    'a request whose path names a nonexistent resource gets a 404',
  ],
  [
    'impossible-request',
    'A valid request that the service cannot execute gets a 422',
    'SHOULD',
    'decided',
    'a request that matches the schema, but that the service cannot execute, gets a 422',
  ],
  [
    'method-not-allowed',
    'A request with an undefined method gets a 405',
    'SHOULD',
    'decided',
    'a request with a method that the document does not define for the path gets a 405 with `Allow`',
  ],
  [
    'unknown-property',
    'Unknown properties are ignored',
    'SHOULD',
    'decided',
    'unknown properties of a request body are ignored, unless the schema forbids them',
  ],
  [
    'undocumented-property',
    'Responses have only documented properties',
    'SHOULD',
    'decided',
    'a response contains no property that the document does not name',
  ],
  [
    'two-addresses',
    'The ID and the name of a resource have the same effect in a path',
    'SHOULD',
    'decided',
    'a request has the same result whether its path contains the ID or the name of a resource',
  ],
  [
    'response-format',
    'Values in a response have the documented formats',
    'MUST',
    'documented',
    'values in a response have the formats that the document gives',
  ],
  ['server-error', 'No request causes a server error', 'SHOULD', 'decided', 'no request gets a 5xx'],
  [
    'problem-details',
    'Error responses contain problem details',
    'SHOULD',
    'decided',
    'an error response has a body of the media type `application/problem+json` (RFC 9457)',
  ],
  [
    'problem-members',
    'The properties of problem details have the documented types',
    'SHOULD',
    'decided',
    'the properties of problem details have the types that RFC 9457 and the document give',
  ],
  [
    'problem-required',
    'Problem details have type, title and status',
    'SHOULD',
    'decided',
    'problem details have `type`, `title` and `status`',
  ],
  [
    'problem-status',
    'The status in problem details equals the status of the response',
    'SHOULD',
    'decided',
    '`status` in problem details equals the HTTP status of the response (RFC 9457 §3.1.2)',
  ],
  [
    'problem-recommended',
    'Problem details have detail and instance, and one title per type',
    'SHOULD',
    'decided',
    'problem details have `detail` and `instance`; `title` is the same in all problem details of one `type` (RFC 9457 §3.1.3)',
  ],
  [
    'rejected-unchanged',
    'A rejected request changes nothing',
    'SHOULD',
    'decided',
    'a request with a 4xx response changes nothing',
  ],
  [
    'other-spelling',
    'A different spelling of an identifier does not identify the record',
    'SHOULD',
    'decided',
    'a request with another spelling of an existing identifier gets a 404',
  ],
  [
    'leaks',
    'An error response leaks no internal details',
    'SHOULD',
    'decided',
    'an error response contains no stack trace, no file path and no API key',
  ],
  [
    'as-documented',
    'An operation responds as the document states',
    'MUST',
    'documented',
    'an operation responds with the status, the media type and the schema that the document states',
  ],
];

const SECURITY = new Set(['auth-required', 'auth-rejected', 'unknown-resource', 'leaks']);

/**
 * Rules that apply to the service of any OpenAPI document. A requirement of a rule pack replaces the rules that it
 * lists in `covers`.
 */
export const ENGINE_RULES: readonly Requirement[] = ROWS.map(([id, title, level, basis, text]) => ({
  id,
  title,
  level,
  basis,
  text,
  ...(SECURITY.has(id) && { tags: ['security'] }),
  since: '0.1.0',
  ofEngine: true,
}));

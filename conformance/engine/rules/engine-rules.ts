import type { Requirement } from '../../../src/contract/requirement.ts';

/** One rule of the engine. The basis is `documented` if the document itself states the rule. */
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
    'Operations have one base path',
    'SHOULD',
    'decided',
    'an operation is served under the path of its server, and nowhere else',
  ],
  [
    'auth-required',
    'An operation requires its API key',
    'MUST',
    'documented',
    'an operation with a security requirement rejects a request without its API key',
  ],
  [
    'auth-rejected',
    'A request with a missing or unknown API key gets a 401',
    'SHOULD',
    'decided',
    'a missing, empty or unknown API key: 401, before anything else',
  ],
  [
    'auth-forbidden',
    'A request with an API key without permission gets a 403',
    'MAY',
    'decided',
    'a known API key without permission: 403',
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
    'A request with another media type gets a 415',
    'MUST',
    'documented',
    'a body of a media type that the document does not list: 415',
  ],
  [
    'unknown-resource',
    'A request for a nonexistent resource gets a 404',
    'SHOULD',
    'decided',
    'a path that names a nonexistent resource: 404',
  ],
  [
    'impossible-request',
    'A valid, but impossible request gets a 422',
    'SHOULD',
    'decided',
    'a schema-valid request that cannot be carried out: 422',
  ],
  [
    'method-not-allowed',
    'A request with an undefined method gets a 405',
    'SHOULD',
    'decided',
    'a method that a known path does not define: 405 with `Allow`',
  ],
  [
    'unknown-property',
    'Unknown properties are ignored',
    'SHOULD',
    'decided',
    'unknown properties of a request body are ignored, unless the schema closes the object',
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
    'Both addresses of a resource have the same effect',
    'SHOULD',
    'decided',
    'a resource with an ID and a name responds alike under both',
  ],
  [
    'response-format',
    'Values in a response have the documented formats',
    'MUST',
    'documented',
    'values in a response have the formats that the document gives',
  ],
  ['server-error', 'No request yields a 5xx', 'SHOULD', 'decided', 'no request yields a 5xx'],
  [
    'problem-details',
    'Errors are problem details',
    'SHOULD',
    'decided',
    'an error has a body of the media type `application/problem+json` (RFC 9457)',
  ],
  [
    'problem-members',
    'Problem details have the documented types',
    'SHOULD',
    'decided',
    'the properties of problem details have the types that RFC 9457 and the document give',
  ],
  [
    'problem-required',
    'Problem details have type, title and status',
    'SHOULD',
    'decided',
    '`type`, `title` and `status` are present',
  ],
  [
    'problem-status',
    'The status of a problem equals the status of the response',
    'SHOULD',
    'decided',
    '`status` equals the HTTP status (RFC 9457 §3.1.2)',
  ],
  [
    'problem-recommended',
    'Problem details are complete, with one title per type',
    'SHOULD',
    'decided',
    '`detail` and `instance` are present; `title` is the same for every occurrence of one `type` (RFC 9457 §3.1.3)',
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
    'another spelling of an existing identifier: 404',
  ],
  [
    'leaks',
    'An error leaks nothing',
    'SHOULD',
    'decided',
    'an error leaks nothing: no stack trace, no file path, no API key',
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

/** Rules that any OpenAPI document implies. A requirement of a rule pack replaces a rule that it covers (`covers`). */
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

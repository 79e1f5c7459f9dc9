import type { Defect, FaultyRequest } from './defect.ts';
import { bodyOf, isOf, problem, segmentOf } from './messages.ts';
import { defect } from './row.ts';

/** A server that responds with 500 to some requests. */
const fails = (name: string, says: string, picks: (request: FaultyRequest) => boolean) =>
  defect(name, 'D15', says).rejectsRequest(500, picks);

/** A server that responds with 500 to some texts of a body. */
const failsOn = (name: string, says: string, pattern: RegExp) =>
  fails(name, says, ({ body }) => pattern.test(body.toString()));

/** A server that responds with 500 to some paths. */
const failsAt = (name: string, says: string, pattern: RegExp) => fails(name, says, ({ path }) => pattern.test(path));

const textOf = (request: FaultyRequest, on: string) => (isOf(request, on) ? request.body.toString() : '');
const pemOf = (request: FaultyRequest) => String(bodyOf(request, 'createJwtKey').publicKeyPem);

function isDecodable({ path }: FaultyRequest): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Defects that end in a 5xx or in no response: D15. */
export const failures: readonly Defect[] = [
  failsOn(
    'deep-nesting-overflows',
    'A body with thousands of levels overflows the stack.',
    /[[{]{5000}|(\{"a":){5000}/,
  ),
  failsOn(
    'nesting-overflows-the-walk',
    'The walk through a parsed body goes fifty levels down.',
    /[[{]{50,500}[\]}]{50}/,
  ),
  failsOn('nul-breaks-the-database', 'The database rejects a NUL in a string.', /\\u0000/),
  failsOn('half-a-pair-breaks-the-encoder', 'Half a surrogate pair has no form in UTF-8.', /\\ud83d(?!\\ude)/i),
  fails(
    'long-text-breaks-the-column',
    'A string of thousands of characters is too long for its column.',
    ({ body }) => /"[^"]{9000,}"/.test(body.toString()) && body.length < 2 ** 20,
  ),
  failsOn(
    'large-integer-breaks-the-column',
    'An integer of more than 32 bits is too large for its column.',
    /":(2147483648|\d{16,})\b/,
  ),
  fails('large-body-breaks-the-buffer', 'A body of megabytes exceeds the buffer.', ({ body }) => body.length > 2 ** 21),
  fails(
    'wrong-bytes-break-the-parser',
    'The parser expects UTF-8.',
    ({ body }) => !Buffer.from(body.toString()).equals(body),
  ),
  failsAt('directive-in-a-path-breaks-the-formatter', 'The log uses a path as the format of a line.', /~d|%25d/),
  failsAt('colon-in-a-path-breaks-the-key', 'A colon in a path ends a part of the key in the cache.', /:|%3A/),
  failsAt(
    'letters-behind-percent-break-the-decoder',
    'The decoder of paths reads any two characters as digits.',
    /%[g-z]{2}/,
  ),
  fails('tilde-in-an-address-breaks-the-formatter', 'The log uses an address as the format of a line.', (request) =>
    /~[^"]*@/.test(textOf(request, 'createInvite')),
  ),
  fails(
    'bracket-in-a-path-breaks-the-pattern',
    'The server uses a segment of the path as a pattern.',
    ({ path }) => path.includes('%5B') && !path.includes('%5D'),
  ),
  failsOn('bracket-breaks-the-pattern', 'The server uses a string as a pattern.', /"\[[^\]"]*"/),
  failsOn('prototype-breaks-the-merge', 'A property __proto__ breaks a merge.', /__proto__/),
  failsOn('object-called-proto-breaks-the-map', 'A map has an object called __proto__ already.', /"__proto__": *\[/),
  failsOn('object-name-breaks-the-column', 'The name of an object is too long for its column.', /"[^"]{500,}": *\[/),
  fails('foreign-address-breaks-the-mailer', 'An email header holds no address beyond ASCII.', (request) =>
    /[^\x20-\x7e]/.test(textOf(request, 'createInvite')),
  ),
  fails('key-beyond-ascii-breaks-the-parser', 'The parser of PEM reads ASCII alone.', (request) =>
    /[^\0-\x7f]/.test(pemOf(request)),
  ),
  fails('unknown-charset-breaks-the-decoder', 'The server does not expect an unknown charset.', ({ headers }) =>
    /charset=(?!"?utf-8)/i.test(headers['content-type'] ?? ''),
  ),
  fails(
    'broken-escape-breaks-the-router',
    'The router does not catch a broken percent-escape.',
    (request) => !isDecodable(request),
  ),
  failsAt('quote-breaks-the-query', 'A quote in a path ends the SQL string.', /'|%27/),
  failsAt(
    'long-identifier-breaks-the-index',
    'An identifier of more than 2,000 characters is too long for the index.',
    /[^/]{2001}/,
  ),
  fails(
    'unknown-path-breaks-the-router',
    'A path without a route ends in an unhandled error.',
    ({ path }) => !/^\/(v1\/(projects|orgs)\/|__admin)/.test(path),
  ),
  fails('head-breaks-the-router', 'HEAD meets the handler of a nonexistent GET.', ({ method }) => method === 'HEAD'),
  fails(
    'options-break-the-router',
    'OPTIONS meets a filter that expects an Origin.',
    ({ method }) => method === 'OPTIONS',
  ),
  failsOn('byte-order-mark-breaks-the-parser', 'The parser expects no byte order mark.', /^\uFEFF/),
  failsOn('large-number-breaks-the-parser', 'The parser expects numbers that fit into a double.', /1e999/),
  failsOn('long-number-breaks-the-parser', 'The language does not parse a number of thousands of digits.', /\d{4301}/),
  fails(
    'key-id-that-is-no-uuid-fails',
    'The column type of the database rejects a key ID that is no UUID.',
    (request) => isOf(request, 'updateJwtKey') && !/^[0-9a-f-]{36}$/i.test(segmentOf(request, 'jwt-keys')),
  ),
  fails(
    'long-key-breaks-the-column',
    'A PEM of more than 700 characters is too long for its column.',
    (request) => pemOf(request).length > 700,
  ),
  fails('object-in-place-of-a-label-fails', 'The server calls a string method on any label.', (request) => {
    const { label } = bodyOf(request, 'createJwtKey');
    return typeof label === 'object' && label !== null && !Array.isArray(label);
  }),
  fails(
    'body-without-a-type-breaks-the-parser',
    'The server expects a media type with a body.',
    ({ body, headers }) => body.length > 0 && headers['content-type'] === undefined,
  ),
  fails(
    'other-provider-breaks-the-lookup',
    'The server has settings for salesforce alone.',
    (request) => isOf(request, 'createIntegration') && !request.body.includes('"provider":"salesforce"'),
  ),
  failsOn(
    'page-size-of-20-digits-breaks-the-store',
    'A page size that exceeds 64 bits does not fit into the database.',
    /"pageSize":\d{20}\b/,
  ),
  fails('label-that-is-not-utf-8-breaks-the-decoder', 'The decoder of labels throws.', (request) =>
    /"label":"[^"]*\ufffd/.test(textOf(request, 'createJwtKey')),
  ),
  fails('apostrophe-breaks-the-query', 'A query contains the name of an integration unescaped.', (request) =>
    textOf(request, 'createIntegration').includes("'"),
  ),
  fails(
    'array-body-breaks-the-handler',
    'An array passes the parser and breaks the handler.',
    ({ body, headers }) => /^\s*\[/.test(body.toString()) && headers['content-type'] === 'application/json',
  ),
  defect('deletion-breaks-the-router', 'D09 D15', 'The handler of each DELETE expects an installation.').rejectsRequest(
    500,
    ({ method, path }) => method === 'DELETE' && !path.includes('/installations/'),
  ),
  defect('key-beyond-ascii-fails', 'D15', 'The comparison of keys accepts ASCII alone.').behaves(
    () => async (request, forward) =>
      /[^ -~]/.test(request.headers['x-api-key'] ?? '') ? problem(500) : forward(request),
  ),
  defect('unknown-provider-fails', 'D15', 'The server does not expect an unknown provider.').rejectsWith(
    404,
    500,
    (request) => segmentOf(request, 'providers') !== '',
  ),
  fails('wrong-type-fails', 'createInvite calls a string method on any email address.', (request) => {
    const { email } = bodyOf(request, 'createInvite');
    return email !== undefined && typeof email !== 'string';
  }),
  defect('deep-nesting-kills-the-process', 'D15', 'A body with thousands of levels breaks the connection.').behaves(
    () => async (request, forward) => {
      if (/(\{"a":){5000}/.test(request.body.toString())) throw new Error('The process is gone.');
      return forward(request);
    },
  ),
];

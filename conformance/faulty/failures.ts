import type { Defect, FaultyRequest } from './defect.ts';
import { bodyOf, isOf, problem, segmentOf } from './messages.ts';
import { defect, rejectsRequest, rejectsWith, responds } from './row.ts';

/** A server that responds with 500 to some requests. */
const fails = (picks: (request: FaultyRequest) => boolean) => rejectsRequest(500, picks);

/** A server that responds with 500 to bodies that match a pattern. */
const failsOn = (pattern: RegExp) => fails(({ body }) => pattern.test(body.toString()));

/** A server that responds with 500 to paths that match a pattern. */
const failsAt = (pattern: RegExp) => fails(({ path }) => pattern.test(path));

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

/** Defects that end in a 5xx or in no response, which break the requirement D15. */
export const failures: readonly Defect[] = [
  defect(
    'deep-nesting-overflows',
    'D15',
    'The server responds with 500 to a body with thousands of levels of nesting, which overflows the stack.',
  ).does(failsOn(/[[{]{5000}|(\{"a":){5000}/)),
  defect(
    'nesting-overflows-the-walk',
    'D15',
    'The server responds with 500 to a body with more than fifty levels of nesting, since its validation throws an error.',
  ).does(failsOn(/[[{]{50,500}[\]}]{50}/)),
  defect('key-id-that-is-not-utf-8-fails', 'D15', 'The server responds with 500 to a key ID that is not UTF-8.').does(
    failsAt(/jwt-keys\/[^/]*%ff/i),
  ),
  defect(
    'nul-breaks-the-database',
    'D15',
    'The server responds with 500 to a string with a NUL character, since its database cannot store the character.',
  ).does(failsOn(/\\u0000/)),
  defect(
    'half-a-pair-breaks-the-encoder',
    'D15',
    'The server responds with 500 to a string with half of a surrogate pair, since its UTF-8 encoder throws an error.',
  ).does(failsOn(/\\ud83d(?!\\ude)/i)),
  defect(
    'long-text-breaks-the-column',
    'D15',
    'The server responds with 500 to a string of thousands of characters, which is too long for its database column.',
  ).does(fails(({ body }) => /"[^"]{9000,}"/.test(body.toString()) && body.length < 2 ** 20)),
  defect(
    'large-integer-breaks-the-column',
    'D15',
    'The server responds with 500 to an integer of more than 32 bits, which is too large for its database column.',
  ).does(failsOn(/":(2147483648|\d{16,})\b/)),
  defect(
    'large-body-breaks-the-buffer',
    'D15',
    'The server responds with 500 to a body of several megabytes, which exceeds its buffer.',
  ).does(fails(({ body }) => body.length > 2 ** 21)),
  defect(
    'wrong-bytes-break-the-parser',
    'D15',
    'The server responds with 500 to a body that is not UTF-8, since its JSON parser throws an error.',
  ).does(fails(({ body }) => !Buffer.from(body.toString()).equals(body))),
  defect(
    'directive-in-a-path-breaks-the-formatter',
    'D15',
    'The server responds with 500 to a format directive in the path, since it logs the path as a format string.',
  ).does(failsAt(/~d|%25d/)),
  defect(
    'colon-in-a-path-breaks-the-key',
    'D15',
    'The server responds with 500 to a colon in a path, since it uses the path as the key of a cache entry.',
  ).does(failsAt(/:|%3A/)),
  defect(
    'letters-behind-percent-break-the-decoder',
    'D15',
    'The server responds with 500 to a percent-escape without hexadecimal digits, since its percent-decoder throws an error.',
  ).does(failsAt(/%[g-z]{2}/)),
  defect(
    'tilde-in-an-address-breaks-the-formatter',
    'D15',
    'The server responds with 500 to a tilde in an email address, since it logs the address as a format string with tilde directives.',
  ).does(fails((request) => /~[^"]*@/.test(textOf(request, 'createInvite')))),
  defect(
    'bracket-in-a-path-breaks-the-pattern',
    'D15',
    'The server responds with 500 to an opening bracket in a path segment, since it uses the segment as a regular expression.',
  ).does(fails(({ path }) => path.includes('%5B') && !path.includes('%5D'))),
  defect(
    'bracket-breaks-the-pattern',
    'D15',
    'The server responds with 500 to a string that begins with an opening bracket, since it uses the string as a regular expression.',
  ).does(failsOn(/"\[[^\]"]*"/)),
  defect(
    'prototype-breaks-the-merge',
    'D15',
    'The server responds with 500 to a body with a property `__proto__`, since it merges the body into an object.',
  ).does(failsOn(/__proto__/)),
  defect(
    'object-called-proto-breaks-the-map',
    'D15',
    'The server responds with 500 to object metadata for an object with the name `__proto__`.',
  ).does(failsOn(/"__proto__": *\[/)),
  defect(
    'object-name-breaks-the-column',
    'D15',
    'The server responds with 500 to an object name of 500 or more characters, which is too long for its database column.',
  ).does(failsOn(/"[^"]{500,}": *\[/)),
  defect(
    'foreign-address-breaks-the-mailer',
    'D15',
    'The server responds with 500 to an email address with non-ASCII characters, since its mailer throws an error.',
  ).does(fails((request) => /[^\x20-\x7e]/.test(textOf(request, 'createInvite')))),
  defect(
    'key-beyond-ascii-breaks-the-parser',
    'D15',
    'The server responds with 500 to a PEM with non-ASCII characters, since its PEM parser throws an error.',
  ).does(fails((request) => /[^\0-\x7f]/.test(pemOf(request)))),
  defect(
    'unknown-charset-breaks-the-decoder',
    'D15',
    'The server responds with 500 to a body whose media type names a charset other than UTF-8.',
  ).does(fails(({ headers }) => /charset=(?!"?utf-8)/i.test(headers['content-type'] ?? ''))),
  defect(
    'broken-escape-breaks-the-router',
    'D15',
    'The server responds with 500 to a malformed percent-escape in a path, since its router does not catch the error.',
  ).does(fails((request) => !isDecodable(request))),
  defect(
    'quote-breaks-the-query',
    'D15',
    'The server responds with 500 to a quote in a path, since the quote ends a string of an SQL query.',
  ).does(failsAt(/'|%27/)),
  defect(
    'long-identifier-breaks-the-index',
    'D15',
    'The server responds with 500 to an identifier of more than 2,000 characters, which is too long for its database index.',
  ).does(failsAt(/[^/]{2001}/)),
  defect('unknown-path-breaks-the-router', 'D15', 'The server responds with 500 to a request to an unknown path.').does(
    fails(({ path }) => !/^\/(v1\/(projects|orgs)\/|__admin)/.test(path)),
  ),
  defect(
    'head-breaks-the-router',
    'D15',
    'The server responds with 500 to each HEAD request, since its router looks for a GET handler and finds none.',
  ).does(fails(({ method }) => method === 'HEAD')),
  defect('options-break-the-router', 'D15', 'The server responds with 500 to each OPTIONS request.').does(
    fails(({ method }) => method === 'OPTIONS'),
  ),
  defect(
    'byte-order-mark-breaks-the-parser',
    'D15',
    'The server responds with 500 to a body that begins with a byte order mark, since its JSON parser throws an error.',
  ).does(failsOn(/^\uFEFF/)),
  defect(
    'large-number-breaks-the-parser',
    'D15',
    'The server responds with 500 to a number beyond the range of doubles, since its JSON parser throws an error.',
  ).does(failsOn(/1e999/)),
  defect(
    'long-number-breaks-the-parser',
    'D15',
    'The server responds with 500 to a number with thousands of digits, since its JSON parser throws an error.',
  ).does(failsOn(/\d{4301}/)),
  defect(
    'key-id-that-is-no-uuid-fails',
    'D15',
    'The server responds with 500 to a JWT key ID that is not a UUID, since its database supports only UUIDs.',
  ).does(fails((request) => isOf(request, 'updateJwtKey') && !/^[0-9a-f-]{36}$/i.test(segmentOf(request, 'jwt-keys')))),
  defect(
    'long-key-breaks-the-column',
    'D15',
    'The server responds with 500 to a PEM of more than 700 characters, which is too long for its database column.',
  ).does(fails((request) => pemOf(request).length > 700)),
  defect(
    'object-in-place-of-a-label-fails',
    'D15',
    'The server responds with 500 to a `label` that is an object.',
  ).does(
    fails((request) => {
      const { label } = bodyOf(request, 'createJwtKey');
      return typeof label === 'object' && label !== null && !Array.isArray(label);
    }),
  ),
  defect(
    'body-without-a-type-breaks-the-parser',
    'D15',
    'The server responds with 500 to a request that has a body but no header Content-Type.',
  ).does(fails(({ body, headers }) => body.length > 0 && headers['content-type'] === undefined)),
  defect(
    'other-provider-breaks-the-lookup',
    'D15',
    'The server responds with 500 to a new integration for a provider other than salesforce.',
  ).does(fails((request) => isOf(request, 'createIntegration') && !request.body.includes('"provider":"salesforce"'))),
  defect(
    'page-size-of-20-digits-breaks-the-store',
    'D15',
    'The server responds with 500 to a body with a `pageSize` of 20 digits, which exceeds 64 bits.',
  ).does(failsOn(/"pageSize":\d{20}\b/)),
  defect(
    'label-that-is-not-utf-8-breaks-the-decoder',
    'D15',
    'The server responds with 500 to a label that is not UTF-8, since its decoder throws an error.',
  ).does(fails((request) => /"label":"[^"]*\ufffd/.test(textOf(request, 'createJwtKey')))),
  defect(
    'apostrophe-breaks-the-query',
    'D15',
    'The server responds with 500 to an integration with an apostrophe in a string, since the apostrophe ends a string of an SQL query.',
  ).does(fails((request) => textOf(request, 'createIntegration').includes("'"))),
  defect('array-body-breaks-the-handler', 'D15', 'The server responds with 500 to a body that is an array.').does(
    fails(({ body, headers }) => /^\s*\[/.test(body.toString()) && headers['content-type'] === 'application/json'),
  ),
  defect(
    'deletion-breaks-the-router',
    'D09 D15',
    'The server responds with 500 to a DELETE request to a path other than the path of an installation.',
  ).does(rejectsRequest(500, ({ method, path }) => method === 'DELETE' && !path.includes('/installations/'))),
  defect('key-beyond-ascii-fails', 'D15', 'The server responds with 500 to an API key with non-ASCII characters.').does(
    () => async (request, forward) =>
      /[^ -~]/.test(request.headers['x-api-key'] ?? '') ? problem(500) : forward(request),
  ),
  defect(
    'unknown-provider-fails',
    'D15',
    'The server responds with 500 instead of 404 to an unknown provider in the path.',
  ).does(rejectsWith(404, 500, (request) => segmentOf(request, 'providers') !== '')),
  defect(
    'wrong-type-fails',
    'D15',
    'The server responds with 500 to an `email` that is not a string, since it calls a string method on the value.',
  ).does(
    fails((request) => {
      const { email } = bodyOf(request, 'createInvite');
      return email !== undefined && typeof email !== 'string';
    }),
  ),
  defect(
    'deep-nesting-kills-the-process',
    'D15',
    'A body with thousands of levels of nesting makes the server close the connection.',
  ).does(() => async (request, forward) => {
    if (/(\{"a":){5000}/.test(request.body.toString())) throw new Error('The process crashed.');
    return forward(request);
  }),
  defect(
    'many-mistakes-fail',
    'D15',
    'The server responds with 500 to a body with more than a hundred mistakes, since its list of mistakes is limited.',
  ).does(fails(({ body }) => body.toString().split('null').length > 100)),
  defect('any-coding-fails', 'D15', 'The server responds with 500 to `*` in the header Accept-Encoding.').does(
    fails(({ headers }) => headers['accept-encoding'] === '*'),
  ),
  defect('preflight-fails', 'D15', 'The server responds with 500 to a preflight request of a browser.').does(
    responds(
      ({ method, headers }) => method === 'OPTIONS' && 'access-control-request-method' in headers,
      () => problem(500),
    ),
  ),
  defect(
    'rare-method-fails',
    'D15',
    'The server responds with 500 to a method that its list of methods does not contain.',
  ).does(fails(({ method }) => !['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(method))),
  defect(
    'nesting-beyond-500-levels-fails',
    'D15',
    'The server responds with 500 to a body with more than 500 levels, if its parser accepts the body.',
  ).does(fails(({ body }) => /^[^[]*\[{501,999}\]/.test(body.toString()))),
  defect(
    'long-display-name-fails',
    'D15',
    'The server responds with 500 to a field with a valid `fieldName` and a `displayName` of more than 255 characters.',
  ).does(
    fails(
      ({ body }) => /"displayName":"[^"]{256}/.test(body.toString()) && !/"fieldName":"[^"]{256}/.test(body.toString()),
    ),
  ),
  defect(
    'request-target-is-no-url',
    'D15',
    'The server responds with 500 to a request target that its library cannot parse as a URL.',
  ).does(fails(({ path }) => !URL.canParse(path, 'http://localhost'))),
];

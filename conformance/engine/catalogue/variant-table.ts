import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { WireRequest } from '../../../src/run-result/wire.ts';
import { PATHS } from './path-variants.ts';
import { type Variant, withHeaders, withPath } from './variant.ts';

/** An ID, and headers that a request sets in addition. */
type HeaderGroup = readonly [id: string, headers: Readonly<Record<string, string>>];

const withQuery = (query: string): Variant => withPath(`query ${query}`, (path) => `${path}?${query}`);

/** Query strings that no server has a reason to reject or to treat as another method. */
const HARMLESS_QUERIES = [
  'x=1',
  'a=1&a=2&a=3',
  'format=xml&callback=f',
  'fields=id&expand=all&limit=0',
  'dryRun=true&validateOnly=true&dry_run=1',
  'debug=true&trace=1',
  'v=app.js',
  'x=/health.css',
  'next=/public/login',
  'page=/docs/openapi.json&ui=/swagger/index.html&probe=/metrics',
];
const OTHER_QUERIES = [
  '',
  '%',
  '%ff=%fe&%E0%A4%A=%zz',
  'a[b]=1&a[c][]=2&a=3',
  'a[=1&]=2&[&x[y=z&a[][]]',
  'a{b}=1&a|b="c"<d>^`\\',
  '=&&==&?&a=b=c;d=e',
  'a=%00&b=%0d%0a&c=%F0%9F%94%91&+=+',
  Array.from({ length: 1100 }, (_, index) => `p${index}`).join('&'),
  '_method=DELETE',
  'method=GET',
  'page=-1&limit=x&offset=1e9&sort=;&filter={&q=[',
  '__proto__[x]=1&constructor=1&hasOwnProperty=1&toString=1',
  `q=${'x'.repeat(2000)}`,
];
export const QUERIES: readonly Variant[] = [...HARMLESS_QUERIES, ...OTHER_QUERIES].map(withQuery);
/**
 * A query string with all scalar properties of the body, including nested properties, each with another value than in
 * the body.
 */
function propertiesOf({ body }: WireRequest): URLSearchParams {
  const query = new URLSearchParams();
  JSON.parse(`${body ?? '{}'}`, (name, value: unknown) => {
    if (typeof value !== 'object' && /^[a-z]/i.test(name))
      query.append(name, typeof value === 'boolean' ? `${!value}` : 'x');
    return value;
  });
  return query;
}

/**
 * A query string with names that a server may use for the parameters of the path, each with a value that addresses
 * nothing: `id`, and each fixed segment of the path in the singular, such as `project` for `projects`.
 */
function otherAddress({ path }: WireRequest): string {
  const collections = path.split('/').filter((segment) => /^[a-z-]{3,}s$/.test(segment));
  return ['id', ...collections.map((collection) => collection.slice(0, -1))].map((name) => `${name}=x`).join('&');
}

/** Headers with the given names, which all have the same value. */
function headersWith(value: string, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** Headers with which proxies state the address of the client. */
const CLIENT_ADDRESS = [
  'X-Forwarded-For',
  'X-Real-IP',
  'X-Client-IP',
  'X-Cluster-Client-IP',
  'True-Client-IP',
  'X-Remote-Addr',
];

/** Headers with which proxies state the path that the client requested. */
const ORIGINAL_PATH = ['X-Original-URL', 'X-Original-URI', 'X-Rewrite-URL', 'X-Forwarded-Uri', 'X-Forwarded-Path'];

/** Headers by which some services recognise a repeated request. */
const REQUEST_ID = ['Idempotency-Key', 'X-Idempotency-Key', 'X-Request-Id', 'X-Correlation-Id'];

/** Headers that no server has a reason to reject, in groups with a name. */
const HARMLESS_HEADERS: readonly HeaderGroup[] = [
  ['languages of a browser', { 'Accept-Language': 'de-DE,de;q=0.9,tr;q=0.8,*;q=0.1' }],
  [
    'proxies',
    {
      'X-Forwarded-For': '203.0.113.7, 10.0.0.1',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'api.example.com',
      'X-Forwarded-Port': '443',
      'X-Real-IP': '203.0.113.7',
      // Some frameworks compare this address with `X-Forwarded-For`.
      'Client-IP': '198.51.100.4',
      Forwarded: 'for=203.0.113.7;proto=https;host=api.example.com',
      Via: '1.1 proxy',
    },
  ],
  ['local client', headersWith('127.0.0.1', CLIENT_ADDRESS)],
  ['local client with IPv6', headersWith('::1', CLIENT_ADDRESS)],
  [
    'tracing',
    {
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      'X-Request-Id': 'conformance',
      'X-B3-TraceId': '80f198ee56343ba864fe8b2a57d3eff7',
    },
  ],
  [
    'authenticated by a proxy',
    {
      'X-Forwarded-User': 'admin',
      'X-Remote-User': 'admin',
      'X-Authenticated': 'true',
      'X-Internal': 'true',
      'X-Internal-Request': 'true',
      'X-Middleware-Subrequest': 'middleware:middleware:middleware',
      'X-From-Gateway': '1',
      'X-Client-Verified': 'SUCCESS',
      'X-SSL-Client-Verify': 'SUCCESS',
      'X-Forwarded-Client-Cert': 'Subject="CN=admin"',
      'X-Debug': 'true',
      'X-Test': 'true',
    },
  ],
  ['health check', { 'User-Agent': 'kube-probe/1.30', 'X-Health-Check': '1' }],
  ['prefetch', { Purpose: 'prefetch', 'Sec-Purpose': 'prefetch' }],
  ['preference', { Prefer: 'return=minimal, respond-async, handling=strict' }],
  ['no cache', { 'Cache-Control': 'no-cache', Pragma: 'no-cache' }],
  ['script library', { 'X-Requested-With': 'XMLHttpRequest', DNT: '1' }],
  ['other authorization', { Authorization: 'Bearer x' }],
  ['crawler', { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ['tenant of another client', { 'X-Tenant-Id': 'other', 'X-User-Id': '1', 'X-Roles': 'admin' }],
  ['session', { Cookie: 'session=x; theme=dark' }],
  // These headers have a meaning only for GET (RFC 9110 §13.1.3, §14.2), or no meaning at all (§12.5.2).
  ['headers for GET', { 'If-Modified-Since': 'Mon, 23 Nov 2026 00:00:00 GMT', Range: 'bytes=0-1' }],
  ['unknown charset', { 'Accept-Charset': 'iso-8859-1' }],
  ['preference for a body', { Prefer: 'return=representation' }],
];

/** Headers of a browser. A server may reject a foreign origin. */
const ORIGIN_HEADERS: readonly HeaderGroup[] = [
  [
    'browser',
    {
      Origin: 'https://app.example.com',
      Referer: 'https://app.example.com/x',
      'Sec-Fetch-Mode': 'cors',
      'Sec-Fetch-Site': 'cross-site',
    },
  ],
  [
    'preflight',
    {
      Origin: 'https://app.example.com',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-api-key',
    },
  ],
  ['no origin', { Origin: 'null' }],
  ['page of this machine', { Referer: 'http://127.0.0.1/docs', 'Sec-Fetch-Site': 'same-origin' }],
];
const OTHER_HEADERS: readonly HeaderGroup[] = [
  ['malformed cookies', { Cookie: 'session=x; theme=dark; broken; =; a="b' }],
  ['malformed language', { 'Accept-Language': ';;q=x,,' }],
  ['compressed response', { 'Accept-Encoding': 'gzip, deflate, br' }],
  ['any compression', { 'Accept-Encoding': '*' }],
  ['no compression', { 'Accept-Encoding': 'identity' }],
  ['method override', { 'X-HTTP-Method-Override': 'GET' }],
  [
    'method override to DELETE',
    {
      'X-HTTP-Method-Override': 'DELETE',
      'X-HTTP-Method': 'DELETE',
      'X-Method-Override': 'DELETE',
    },
  ],
  ['malformed proxies', { 'X-Forwarded-For': "';--", 'X-Forwarded-Proto': 'x:y', Forwarded: '=;=' }],
  ['path rewriting', headersWith('/', ORIGINAL_PATH)],
  ['path rewriting to a public path', headersWith('/health', ORIGINAL_PATH)],
  ['prefix of a proxy', { 'X-Forwarded-Prefix': '/api' }],
  ['malformed tracing', { traceparent: 'x', tracestate: '===', 'X-Request-Id': 'a b"c' }],
  ['condition', { 'If-None-Match': '*' }],
  ['precondition', { 'If-Match': '"0"', 'If-Unmodified-Since': 'Mon, 23 Nov 2026 00:00:00 GMT' }],
  ['content language', { 'Content-Language': 'de' }],
  ['only if cached', { 'Cache-Control': 'only-if-cached' }],
  ['malformed authorization', { Authorization: 'Basic %%%' }],
  ['long header', { 'X-Long': 'x'.repeat(4000) }],
  ['version of the interface', { 'X-Api-Version': '2', 'Api-Version': '1999-01-01' }],
  ['closed connection', { Connection: 'close' }],
  ['new protocol', { 'Upgrade-Insecure-Requests': '1' }],
  // Servers ignore an `Upgrade` header without `Connection: Upgrade`, so they continue to use HTTP on the connection.
  ['upgrade', { Upgrade: 'websocket', 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Protocol': 'chat' }],
  ['upgrade to HTTP/2', { Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQAoAAAAAIAAAAA' }],
  ['trailers', { TE: 'trailers' }],
];
export const HEADERS: readonly Variant[] = [...HARMLESS_HEADERS, ...ORIGIN_HEADERS, ...OTHER_HEADERS].map(
  ([id, headers]) => withHeaders(id, headers),
);

const withRequestId = (wire: WireRequest, id: string): WireRequest => ({
  ...wire,
  headers: { ...wire.headers, ...headersWith(id, REQUEST_ID) },
});
const REPEATABLE: Variant = ['identified request', (wire) => withRequestId(wire, randomUUID())];

/** All operations get the same ID, since a service must not respond with the result of another operation. */
const SHARED = withHeaders(
  'request with the ID of requests to other operations',
  headersWith(randomUUID(), REQUEST_ID),
);

/**
 * Variants that together set the headers of all groups in as few requests as possible. A request never has two values
 * of one header.
 */
function combined(groups: readonly HeaderGroup[]): Variant[] {
  const requests: Record<string, string>[] = [];
  for (const [, headers] of groups) {
    const fits = (request: Record<string, string>) =>
      Object.entries(headers).every(([name, value]) => (request[name] ?? value) === value);
    const request = requests.find(fits);
    if (request) Object.assign(request, headers);
    else requests.push({ ...headers });
  }
  return requests.map((headers, index) => withHeaders(`many headers, set ${index + 1}`, headers));
}

const COMBINED_HEADERS = [HARMLESS_HEADERS, ORIGIN_HEADERS].flatMap(combined);
/**
 * Variants with all parameters of `HARMLESS_QUERIES` in one query string. Each variant has a different last parameter,
 * since a server may read only the end of a URL.
 */
const COMBINED_QUERIES = ['end=app.js', 'end=/health.css', 'end=/public/login'].map((end) =>
  withQuery([...HARMLESS_QUERIES, end].join('&')),
);

/**
 * By group: variants that the suite sends to every operation, since a server may mishandle them in one operation only.
 * The suite sends each variant of the other tables to only some of the operations.
 */
export const IN_EVERY_OPERATION: Readonly<Record<string, readonly Variant[]>> = {
  queries: [
    ['query with the properties of the body', (wire) => ({ ...wire, path: `${wire.path}?${propertiesOf(wire)}` })],
    ['query with another address', (wire) => ({ ...wire, path: `${wire.path}?${otherAddress(wire)}` })],
    ...COMBINED_QUERIES.slice(0, 1),
  ],
  headers: [...COMBINED_HEADERS, REPEATABLE, SHARED],
};

/** Names of headers whose values a server or a proxy may parse, in groups. A request sets all headers of a group. */
const PARSED_HEADERS = [
  ['Cookie', 'Accept-Language', 'Authorization', 'User-Agent', 'Origin', 'Referer', 'DNT', 'Sec-CH-UA', 'Priority'],
  ['If-Modified-Since', 'If-Unmodified-Since', 'If-None-Match', 'If-Range', 'Range', 'Date', 'Cache-Control', 'Prefer'],
  ['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Port', 'X-Real-IP', 'Forwarded', 'Via', 'Max-Forwards'],
  ['traceparent', 'tracestate', 'baggage', 'X-Request-Id', 'X-Correlation-Id', 'X-B3-TraceId', 'Idempotency-Key'],
  ['If-Match', 'X-Forwarded-Host', 'X-Forwarded-Prefix', 'X-CSRF-Token', 'X-Tenant-Id', 'X-User-Id', 'X-Timezone'],
  [
    'Accept-Charset',
    'Accept-Encoding',
    'Content-Language',
    'Content-Disposition',
    'Content-MD5',
    'Digest',
    'From',
    'Warning',
    'Depth',
  ],
];

/** Values that are malformed in almost every header. */
const MALFORMED_VALUES: readonly (readonly [what: string, value: string])[] = [
  ['empty', ''],
  ['a percent sign', '%'],
  ['a cut percent-escape', 'a=%E0%A4%A; b=%zz'],
  ['separators', ';;,,=="='],
  ['a quotation mark', '"'],
  ['a bracket', '{[('],
  ['a character of Latin-1', '\u00e9\u00ff'],
  ['a negative number', '-1'],
  ['a long number', '9'.repeat(40)],
  ['long', 'x,'.repeat(300)],
];

/** Variants with the same malformed value in all headers of a group. */
export const MALFORMED_HEADERS: readonly Variant[] = PARSED_HEADERS.flatMap((names) =>
  MALFORMED_VALUES.map(([what, value]) => withHeaders(`${what} in ${names[0]} and others`, headersWith(value, names))),
);

const withAccept = (Accept: string) => withHeaders(`Accept ${Accept}`, { Accept });

/** Variants with a value of `Accept` that includes JSON, so that a service must not respond with 406. */
export const ACCEPTS_WITH_JSON: readonly Variant[] = [
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'application/json;q=0.1, text/html',
  'application/*',
].map(withAccept);

/** Variants with different values of `Accept`. A service may respond with 406 to a value that excludes JSON. */
export const ACCEPTS: readonly Variant[] = [
  ...ACCEPTS_WITH_JSON,
  ...[
    'application/problem+json',
    'application/problem+xml',
    'application/xml',
    'text/plain',
    'text/html',
    'application/vnd.api+json',
    'application/json; version=2',
    'json',
    ';;',
  ].map(withAccept),
];

/** Variants that send the same body in another encoding, or with a wrong digest. */
export const BODIES: readonly Variant[] = [
  ['byte order mark', (wire) => ({ ...wire, body: `\uFEFF${wire.body}` })],
  ['compressed', (wire) => coded(wire, 'gzip', gzipSync(`${wire.body}`))],
  ['unknown coding', (wire) => coded(wire, 'x-unknown', Buffer.from(`${wire.body}`))],
  ['identity coding', (wire) => coded(wire, 'identity', Buffer.from(`${wire.body}`))],
  ['announced as compressed', (wire) => coded(wire, 'gzip', Buffer.from(`${wire.body}`))],
  ['Latin-1 by its charset', (wire) => typed(wire, 'iso-8859-1', 'latin1')],
  ['UTF-16 by its charset', (wire) => typed(wire, 'utf-16le', 'utf16le')],
  ['digest', (wire) => ({ ...wire, headers: { ...wire.headers, 'Content-MD5': 'x', Digest: 'SHA-256=x' } })],
];

function coded(wire: WireRequest, coding: string, body: Buffer): WireRequest {
  return { ...wire, headers: { ...wire.headers, 'Content-Encoding': coding }, body };
}

function typed(wire: WireRequest, charset: string, encoding: BufferEncoding): WireRequest {
  const headers = { ...wire.headers, 'Content-Type': `application/json; charset=${charset}` };
  return { ...wire, headers, body: Buffer.from(`${wire.body}`, encoding) };
}

/**
 * Variants that state the method GET, POST or OPTIONS in the request line, and the real method in a header. A faulty server that
 * requires an API key only for some methods may ignore the header with the real method when it decides whether a
 * request needs an API key.
 */
const TUNNELS: readonly Variant[] = ['GET', 'POST', 'OPTIONS'].flatMap((method) =>
  ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'].map(
    (header): Variant => [
      `${method} with the method in ${header}`,
      (wire) => {
        // By default, HTTP clients do not send the header `Content-Length` with a GET request.
        const length = { 'Content-Length': `${Buffer.byteLength(wire.body ?? '')}` };
        return { ...wire, method, headers: { ...wire.headers, ...length, [header]: wire.method } };
      },
    ],
  ),
);

/**
 * Variants with the name of another host. A server may trust requests to a local host. A gateway that does not know the
 * host may respond with any error.
 */
export const HOSTS: readonly Variant[] = ['localhost', '127.0.0.1', 'internal'].map((Host) =>
  withHeaders(`Host ${Host}`, { Host }),
);

/** Variants of the body that a gateway may forward without a check of the API key. */
const UNGUARDED_BODIES: readonly Variant[] = [
  ['body of 20,000 bytes', ({ body, ...wire }) => ({ ...wire, ...(body && { body: `${body}`.padEnd(20_000) }) })],
  [
    'chunked body',
    (wire) => (wire.body ? { ...wire, headers: { ...wire.headers, 'Transfer-Encoding': 'chunked' } } : wire),
  ],
];

/** Variants that the suite sends without an API key to every operation. */
export const UNGUARDED_IN_EVERY_OPERATION: readonly Variant[] = [
  ...PATHS,
  ...UNGUARDED_BODIES,
  ...COMBINED_HEADERS,
  ...COMBINED_QUERIES,
  REPEATABLE,
];
/** Variants that the suite sends without an API key to some of the operations. */
export const UNGUARDED: readonly Variant[] = [...TUNNELS, ...QUERIES, ...HEADERS, ...ACCEPTS];

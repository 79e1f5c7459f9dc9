import { gzipSync } from 'node:zlib';
import type { WireRequest } from '../../src/run-result/wire.ts';

/** A change of a valid request that its result must not depend on. */
export type Variant = readonly [id: string, change: (wire: WireRequest) => WireRequest];

const withPath = (id: string, change: (path: string) => string): Variant => [
  id,
  (wire) => ({ ...wire, path: change(wire.path) }),
];
const withHeaders = (id: string, headers: Readonly<Record<string, string>>): Variant => [
  id,
  (wire) => ({ ...wire, headers: { ...wire.headers, ...headers } }),
];
const withQuery = (query: string): Variant => withPath(`query ${query}`, (path) => `${path}?${query}`);

/** The last segment of the path that the document writes in letters. */
const LITERAL = /\/([a-z][a-z-]{3,})(?=\/|$)(?!.*\/[a-z][a-z-]{3,}(?:\/|$))/;

/** Other spellings of a path that some server takes for the same one. */
export const PATHS: readonly Variant[] = [
  withPath('trailing slash', (path) => `${path}/`),
  withPath('two trailing slashes', (path) => `${path}//`),
  withPath('double slash at the start', (path) => `/${path}`),
  withPath('double slash within', (path) => path.replace(/(?<=.)\//, '//')),
  withPath('capitals', (path) => path.replace(LITERAL, (segment) => segment.toUpperCase())),
  withPath('percent-encoded letter', (path) => path.replace(LITERAL, (segment) => segment.replace(/e/, '%65'))),
  withPath('dot segment', (path) => path.replace(/(?<=.)\//, '/./')),
  withPath('parent segment', (path) => path.replace(/(?<=.)\//, '/x/../')),
  withPath('encoded parent segment', (path) => path.replace(/(?<=.)\//, '/x%2F..%2F')),
  withPath('matrix parameter', (path) => `${path};v=1`),
  withPath('matrix parameter within', (path) => path.replace(LITERAL, (segment) => `${segment};v=1`)),
  withPath('file extension', (path) => `${path}.json`),
  withPath('encoded trailing slash', (path) => `${path}%2F`),
  withPath('trailing space', (path) => `${path}%20`),
  withPath('trailing dot', (path) => `${path}.`),
  withPath('trailing null', (path) => `${path}%00`),
  withPath('backslash', (path) => path.replace(/(?<=.)\//, '%5C')),
];

export const QUERIES: readonly Variant[] = [
  'x=1',
  '',
  '%',
  '%ff=%fe',
  'a[b]=1&a[c][]=2&a=3',
  'a=1&a=2&a=3',
  '=&&==',
  '_method=DELETE',
  'method=GET',
  'format=xml&callback=f',
  'fields=id&expand=all&limit=0',
  'dryRun=true&validateOnly=true&dry_run=1',
  'debug=true&trace=1',
  '__proto__[x]=1&constructor=1',
  'updateMask=label&label=x&name=x&id=x&email=x&active=false',
  `q=${'x'.repeat(2000)}`,
].map(withQuery);

export const HEADERS: readonly Variant[] = [
  withHeaders('languages of a browser', { 'Accept-Language': 'de-DE,de;q=0.9,tr;q=0.8,*;q=0.1' }),
  withHeaders('malformed language', { 'Accept-Language': ';;q=x,,' }),
  withHeaders('compressed response', { 'Accept-Encoding': 'gzip, deflate, br' }),
  withHeaders('no compression', { 'Accept-Encoding': 'identity' }),
  withHeaders('unknown charset', { 'Accept-Charset': 'iso-8859-1' }),
  withHeaders('method override', { 'X-HTTP-Method-Override': 'GET' }),
  withHeaders('method override to DELETE', {
    'X-HTTP-Method-Override': 'DELETE',
    'X-HTTP-Method': 'DELETE',
    'X-Method-Override': 'DELETE',
  }),
  withHeaders('proxies', {
    'X-Forwarded-For': '203.0.113.7, 10.0.0.1',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'api.example.com',
    'X-Forwarded-Port': '443',
    'X-Real-IP': '203.0.113.7',
    Forwarded: 'for=203.0.113.7;proto=https;host=api.example.com',
    Via: '1.1 proxy',
  }),
  withHeaders('malformed proxies', { 'X-Forwarded-For': "';--", 'X-Forwarded-Proto': 'x:y', Forwarded: '=;=' }),
  withHeaders('local client', { 'X-Forwarded-For': '127.0.0.1', 'X-Real-IP': '::1', 'X-Client-IP': '127.0.0.1' }),
  withHeaders('path rewriting', { 'X-Original-URL': '/', 'X-Rewrite-URL': '/health', 'X-Forwarded-Prefix': '/api' }),
  withHeaders('tracing', {
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'X-Request-Id': 'conformance',
    'X-B3-TraceId': '80f198ee56343ba864fe8b2a57d3eff7',
  }),
  withHeaders('malformed tracing', { traceparent: 'x', tracestate: '===', 'X-Request-Id': 'a b"c' }),
  withHeaders('cookies', { Cookie: 'session=x; theme=dark; broken; =; a="b' }),
  withHeaders('browser', {
    Origin: 'https://app.example.com',
    Referer: 'https://app.example.com/x',
    'Sec-Fetch-Mode': 'cors',
    'Sec-Fetch-Site': 'cross-site',
  }),
  withHeaders('no origin', { Origin: 'null' }),
  withHeaders('conditions', { 'If-None-Match': '*', 'If-Modified-Since': 'Mon, 23 Nov 2026 00:00:00 GMT' }),
  withHeaders('range', { Range: 'bytes=0-1' }),
  withHeaders('preference', { Prefer: 'return=minimal, respond-async, handling=strict' }),
  withHeaders('content language', { 'Content-Language': 'de' }),
  withHeaders('no cache', { 'Cache-Control': 'no-cache', Pragma: 'no-cache' }),
  withHeaders('only if cached', { 'Cache-Control': 'only-if-cached' }),
  withHeaders('script library', { 'X-Requested-With': 'XMLHttpRequest', DNT: '1' }),
  withHeaders('other authorization', { Authorization: 'Bearer x' }),
  withHeaders('malformed authorization', { Authorization: 'Basic %%%' }),
  withHeaders('crawler', { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }),
  withHeaders('long header', { 'X-Long': 'x'.repeat(4000) }),
  withHeaders('tenant of another client', { 'X-Tenant-Id': 'other', 'X-User-Id': '1', 'X-Roles': 'admin' }),
  withHeaders('version of the interface', { 'X-Api-Version': '2', 'Api-Version': '1999-01-01' }),
  withHeaders('closed connection', { Connection: 'close' }),
  withHeaders('new protocol', { 'Upgrade-Insecure-Requests': '1' }),
  withHeaders('trailers', { TE: 'trailers' }),
];

/** Values of `Accept`; the ones that take no JSON may be rejected with 406. */
export const ACCEPTS: readonly Variant[] = [
  '*/*',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'application/json;q=0.1, text/html',
  'application/problem+json',
  'application/xml',
  'text/plain',
  'text/html',
  'application/vnd.api+json',
  'application/json; version=2',
  ';;',
].map((Accept) => withHeaders(`Accept ${Accept}`, { Accept }));

/** Other forms of the same body. */
export const BODIES: readonly Variant[] = [
  ['byte order mark', (wire) => ({ ...wire, body: `\uFEFF${wire.body}` })],
  ['compressed', (wire) => coded(wire, 'gzip', gzipSync(`${wire.body}`))],
  ['unknown coding', (wire) => coded(wire, 'x-unknown', Buffer.from(`${wire.body}`))],
  ['identity coding', (wire) => coded(wire, 'identity', Buffer.from(`${wire.body}`))],
  ['announced as compressed', (wire) => coded(wire, 'gzip', Buffer.from(`${wire.body}`))],
  ['escaped characters', (wire) => ({ ...wire, body: escaped(`${wire.body}`) })],
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

/** Each letter within a string as an escape of JSON. */
function escaped(json: string): string {
  const unicode = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(/"(?:[^"\\]|\\.)*"/g, (text) => text.replace(/(?<!\\)[a-z]/, unicode));
}

const OF_ROUTING =
  /method|override|path|local|authorization|cookies|tenant|_method|debug|browser|version|html|compressed|mark/i;

/** Variants that routing, rewriting and guards look at: the ones to try without an API key. */
export const UNGUARDED: readonly Variant[] = [
  ...PATHS,
  ...[...QUERIES, ...HEADERS, ...ACCEPTS].filter(([id]) => OF_ROUTING.test(id)),
];

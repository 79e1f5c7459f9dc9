import type { Socket } from 'node:net';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import type { Attack, Genuine, HostileTarget } from './target-server.ts';

/** Targets that break or exhaust the transfer of a response. */

const MIB = 2 ** 20;
/** Selects all responses after the first 100, which are genuine, so that the run can begin. */
const later = (_: Genuine, count: number) => count > 100;
/** Selects every 50th response after the first 100. */
const sometimes = (_: Genuine, count: number) => count > 100 && count % 50 === 0;

/** Writes bytes to the connection in place of a response. */
function raw(text: string | Buffer, then: (socket: Socket) => void = (socket) => socket.end()): Attack {
  return ({ socket }) => {
    socket.write(text);
    then(socket);
  };
}

const JSON_HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** Sends a text repeatedly, without a pause, until the client closes the connection. */
function pour(to: NodeJS.WritableStream & { readonly destroyed?: boolean }, text: string | Buffer): void {
  const more = () => {
    do if (to.destroyed) return;
    while (to.write(text));
    to.once('drain', more);
  };
  more();
}

/** Sends a text repeatedly, with a pause after each time, until the client closes the connection. */
function drip(to: NodeJS.WritableStream, text: string, ms: number): void {
  const timer = setInterval(() => to.write(text), ms);
  to.on('close', () => clearInterval(timer));
}

function withHeaders(fields: Readonly<Record<string, string | string[]>>): Attack {
  return ({ response }, { status, headers, body }) => response.writeHead(status, { ...headers, ...fields }).end(body);
}

/** Sends a compressed body. */
function coded(coding: string, bytes: (genuine: Genuine) => Buffer): Attack {
  return ({ response }, genuine) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding }).end(bytes(genuine));
}

const zeros = Buffer.alloc(64 * MIB);
const spaces = Buffer.from(`${' '.repeat(7.9 * MIB)}{}`);
const bombs = { gzip: gzipSync(zeros), deflate: deflateSync(zeros), br: brotliCompressSync(zeros) };
const nearlyTooLarge = gzipSync(spaces);

const endlessGzip: Attack = ({ response }) => {
  const gzip = createGzip();
  gzip.on('error', () => undefined);
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  response.on('close', () => gzip.destroy());
  gzip.pipe(response);
  pour(gzip, Buffer.alloc(64 * 1024));
};

/** Sends each byte of a body as a chunk of its own. */
const chunks = (bytes: number): Attack =>
  raw(
    `${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(bytes)}2\r\n{}\r\n0\r\n\r\n`,
    () => undefined,
  );

const reset = ({ socket }: { socket: Socket }) => void socket.resetAndDestroy();
const afterText = (text: string): Attack => raw(text, (socket) => setTimeout(() => socket.resetAndDestroy(), 5));

const redirect =
  (location: (url: string) => string): Attack =>
  ({ response }) =>
    response.writeHead(307, { location: location(response.req.url ?? '/') }).end();

type Row = readonly [name: string, attack: Attack, replaces?: HostileTarget['replaces']];

const ROWS: readonly Row[] = [
  ['gzip-bomb', coded('gzip', () => bombs.gzip)],
  ['gzip-bomb-sometimes', coded('gzip', () => bombs.gzip), sometimes],
  ['deflate-bomb', coded('deflate', () => bombs.deflate)],
  ['brotli-bomb', coded('br', () => bombs.br), sometimes],
  ['endless-gzip', endlessGzip, sometimes],
  ['nearly-too-large-gzip', coded('gzip', () => nearlyTooLarge)],
  ['gzip-in-gzip', coded('gzip, gzip', ({ body }) => gzipSync(gzipSync(body)))],
  ['cut-gzip', coded('gzip', ({ body }) => gzipSync(body).subarray(0, 20))],
  ['not-gzip', coded('gzip', ({ body }) => body)],
  ['one-byte-chunks', chunks(MIB)],
  ['one-byte-chunks-sometimes', chunks(4 * MIB), sometimes],
  [
    'endless-chunks',
    raw(`${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n`, (socket) => pour(socket, '1\r\n[\r\n'.repeat(10_000))),
  ],
  [
    'chunk-extensions',
    raw(`${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n`, (socket) => pour(socket, `1;${'x'.repeat(10_000)}\r\n[\r\n`)),
  ],
  [
    'trailers',
    raw(`${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n`, (socket) =>
      pour(socket, 'X-More: y\r\n'.repeat(100)),
    ),
  ],
  ['endless-body', raw(`${JSON_HEAD}\r\n`, (socket) => pour(socket, Buffer.alloc(64 * 1024, 'a')))],
  [
    'endless-body-sometimes',
    raw(`${JSON_HEAD}\r\n`, (socket) => pour(socket, Buffer.alloc(64 * 1024, 'a'))),
    sometimes,
  ],
  ['slow-body', raw(`${JSON_HEAD}\r\n`, (socket) => drip(socket, ' ', 200))],
  ['slow-headers', raw('HTTP/1.1 200 OK\r\n', (socket) => drip(socket, 'X-Slow: y\r\n', 200))],
  ['silence', () => undefined],
  ['silence-sometimes', () => undefined, sometimes],
  ['reset', reset],
  ['reset-sometimes', reset, sometimes],
  ['reset-in-status-line', afterText('HTTP/1.1 2'), sometimes],
  ['reset-in-headers', afterText(`${JSON_HEAD}X-A: `), sometimes],
  ['reset-in-body', afterText(`${JSON_HEAD}Content-Length: 100\r\n\r\n{"a"`), sometimes],
  ['reset-in-chunk', afterText(`${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\nff\r\n{"a"`), sometimes],
  ['close-after-headers', raw(`${JSON_HEAD}Content-Length: 100\r\n\r\n`)],
  ['too-long', raw(`${JSON_HEAD}Content-Length: 2\r\n\r\n{}{}{}{}`), sometimes],
  ['two-lengths', raw(`${JSON_HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`)],
  ['length-and-chunks', raw(`${JSON_HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`)],
  ['huge-length', raw(`${JSON_HEAD}Content-Length: 9007199254740991\r\n\r\n{}`, () => undefined)],
  ['body-of-204', raw('HTTP/1.1 204 No Content\r\nContent-Length: 5000\r\n\r\n'.padEnd(5000, 'x'))],
  ['not-http', raw('220 mail.example.com ESMTP\r\n')],
  ['status-999', raw('HTTP/1.1 999 \u001b[31m\r\nContent-Length: 0\r\n\r\n')],
  [
    'switching-protocols',
    raw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', () => undefined),
  ],
  ['interim-flood', raw('', (socket) => pour(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(1000)))],
  [
    'interim-flood-sometimes',
    raw('', (socket) => pour(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000))),
    sometimes,
  ],
  [
    'many-interim-responses',
    ({ response, socket }, { status, headers, body }) => {
      socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(2000));
      response.writeHead(status, headers).end(body);
    },
  ],
  ['many-headers', withHeaders(Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`x-${at}`, 'y'])))],
  ['header-flood', raw(JSON_HEAD, (socket) => pour(socket, 'X-Flood: yyyyyyyyyyyyyyyy\r\n'.repeat(1000)))],
  ['long-header', withHeaders({ 'x-long': 'a/b, '.repeat(2500) })],
  ['long-content-type', withHeaders({ 'content-type': `application/json${' ;'.repeat(5000)}` })],
  [
    'many-cookies',
    withHeaders({ 'set-cookie': Array.from({ length: 100 }, (_, at) => `a${at}="${'=,"'.repeat(30)}`) }),
  ],
  ['long-cookie', withHeaders({ 'set-cookie': '"=,'.repeat(4000) })],
  ['long-challenge', withHeaders({ 'www-authenticate': ', Basic'.repeat(2000), location: '/'.repeat(1000) })],
  ['latin-1-headers', withHeaders({ 'x-request-id': '\u009b31m\u0085', 'x-key': 'test-ke' })],
  ['redirect-to-itself', redirect((url) => url)],
  ['endless-redirects', redirect((url) => `${url}/x`), later],
  ['redirect-elsewhere', redirect(() => 'http://127.0.0.1:1/elsewhere'), later],
  ['throttle', ({ response }) => response.writeHead(429, { 'retry-after': '0' }).end()],
  ['throttle-for-ever', ({ response }) => response.writeHead(429, { 'retry-after': '9'.repeat(1000) }).end()],
  [
    'server-errors',
    ({ response }) => response.writeHead(500, { 'content-type': 'text/plain' }).end('x'.repeat(100_000)),
  ],
];

export const TRANSFERS: readonly HostileTarget[] = ROWS.map(([name, attack, replaces = later]) => ({
  name,
  attack,
  replaces,
}));

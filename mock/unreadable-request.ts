import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { http } from './core/node-http.ts';
import { Problem, type ProblemName, toProblemDocument } from './core/problem.ts';
import { socketOrigin } from './pipeline/origin.ts';

const UNREADABLE: Readonly<Record<string, [ProblemName, string]>> = {
  HPE_HEADER_OVERFLOW: ['headersTooLarge', 'The header fields are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['requestTimeout', 'The request did not arrive in time.'],
};

/** How long what a client still sends is read and dropped: hanging up at once could cost it the answer (RFC 9112 §9.6). */
const LINGER_MS = 2000;

/** What Node cannot parse never reaches Express; it is answered all the same, with a problem. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [name, detail] = UNREADABLE[error.code ?? ''] ?? ['invalidRequest', 'This is not HTTP that the mock can read.'];
  writeProblem(socket, new Problem(name, detail), socketOrigin(socket as Socket));
}

/** Answers a client that speaks plain HTTP to a port of HTTPS, in its own words. */
export function answerPlainHttp(socket: Socket): void {
  const origin = socketOrigin(socket, true);
  const problem = new Problem('invalidRequest', `This is plain HTTP; the mock speaks HTTPS here: ${origin}.`);
  writeProblem(socket, problem, origin);
}

/**
 * Has a server that does without `requireHostHeader` answer what Node would refuse without a word: an
 * `Expect` that it does not know, which may be ignored (RFC 9110 §10.1.1), HTTP/1.1 without a Host
 * (RFC 9112 §3.2), and a tunnel, which a client asks for that takes the mock for its proxy.
 */
export function answerUnusual(server: Server, listener: RequestListener): void {
  server.on('clientError', answerUnreadable);
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', ({ url }: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    const detail = `The mock is no proxy: it opens no tunnel to ${url?.slice(0, 200)}.`;
    writeProblem(socket, new Problem('invalidRequest', detail), socketOrigin(socket as Socket));
  });
  server.on('request', (request, response) => {
    if (request.headers.host === undefined && request.httpVersion === '1.1') refuseWithoutHost(request, response);
    else listener(request, response);
  });
}

function refuseWithoutHost({ socket }: IncomingMessage, response: ServerResponse): void {
  const problem = new Problem('invalidRequest', 'The header field Host is missing (RFC 9112 §3.2).');
  const { status, headers, body } = lastAnswer(problem, socketOrigin(socket));
  response.writeHead(status, headers).end(body);
}

/** The problem as the last answer of a connection. Scripts of any origin may read it. */
function lastAnswer(problem: Problem, origin: string) {
  const body = JSON.stringify(toProblemDocument(problem, origin, randomUUID()));
  const headers = {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'Access-Control-Allow-Origin': '*',
    Connection: 'close',
  };
  return { status: problem.type.status, headers, body };
}

/** Writes a whole response (RFC 9112 §4) and ends the connection. */
function writeProblem(socket: Duplex, problem: Problem, origin: string): void {
  const { status, headers, body } = lastAnswer(problem, origin);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
  socket.resume().end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { http } from '../src/contract/node-http.ts';
import { Problem, type ProblemName, toProblemDocument } from './core/problem.ts';
import { socketOrigin } from './pipeline/origin.ts';

const UNREADABLE: Readonly<Record<string, [ProblemName, string]>> = {
  HPE_HEADER_OVERFLOW: ['headersTooLarge', 'The header fields are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['requestTimeout', 'The request did not arrive in time.'],
};

/**
 * After the response, the mock reads and discards further data from the client for at most this time, in milliseconds.
 * If the mock closed the connection immediately, the client could lose the response (RFC 9112 §9.6).
 */
const LINGER_MS = 2000;

/**
 * Responds with a problem document to a request that Node.js cannot parse, and that Express therefore never receives.
 */
export function rejectUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [name, detail] = UNREADABLE[error.code ?? ''] ?? ['invalidRequest', 'The request is not valid HTTP.'];
  writeProblem(socket, new Problem(name, detail), socketOrigin(socket as Socket));
}

/** Writes a complete response (RFC 9112 §4) that pages of any origin may read, and ends the connection. */
function writeProblem(socket: Duplex, problem: Problem, origin: string): void {
  const { status } = problem.type;
  const body = JSON.stringify(toProblemDocument(problem, origin, randomUUID()));
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Access-Control-Allow-Origin: *',
    'Connection: close',
  ];
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
  socket.resume().end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

import type { IncomingMessage, RequestListener } from 'node:http';
import { type Duplex, duplexPair, Readable } from 'node:stream';
import { HOP_BY_HOP } from '../src/contract/hop-by-hop.ts';
import { http } from '../src/contract/node-http.ts';
import { rejectUnreadable } from './unreadable-request.ts';

/**
 * The original function `http.request` of Node.js. MSW 2 replaces `http.request` with a function that ignores
 * `createConnection`.
 */
const { request: originalRequest } = http;

/** A server that does not listen on a port. Clients send requests to the server through connections in memory. */
export interface InProcessServer {
  /**
   * Sends a request like `fetch`. For an `https:` URL, the server sees an encrypted connection (`socket.encrypted`).
   * The returned promise rejects with a TypeError if the server sends no response, and with the reason of the signal if
   * the signal of the request aborts.
   */
  send(request: Request, options?: SendOptions): Promise<Response>;
  /** Destroys all open connections. */
  close(): void;
}

interface SendOptions {
  /** The path and the query that the server receives; if absent, the path and the query of the URL. */
  readonly path?: string;
  /** The address of the client that the server receives; unknown if absent. */
  readonly remoteAddress?: string;
}

export function inProcessServer(listener: RequestListener): InProcessServer {
  const server = http.createServer(listener).on('clientError', rejectUnreadable);
  const open = new Set<Duplex>();

  /** Opens a connection to the server, and returns the client's end. */
  const connect = (peer: object): Duplex => {
    const [client, connection] = duplexPair();
    open.add(client);
    client.once('close', () => open.delete(client));
    server.emit('connection', Object.assign(connection, peer));
    return client;
  };

  return {
    send: async (request, { path, remoteAddress } = {}) => {
      const { method, signal } = request;
      const url = new URL(request.url);
      const body = Buffer.from(await request.arrayBuffer());
      signal.throwIfAborted();
      const peer = { encrypted: url.protocol === 'https:', remoteAddress };
      const message = await new Promise<IncomingMessage>((resolve, reject) => {
        originalRequest({
          method,
          path: path ?? url.pathname + url.search,
          headers: requestHeaders(request.headers, url.host, body.length),
          signal,
          createConnection: () => connect(peer),
        })
          .once('response', resolve)
          .once('error', (cause) => reject(signal.aborted ? signal.reason : new TypeError('fetch failed', { cause })))
          .end(body);
      });
      return toResponse(message, method);
    },
    close: () => {
      for (const client of open) client.destroy();
    },
  };
}

function endToEnd(headers: readonly [string, string][]): [string, string][] {
  return headers.filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase()));
}

function requestHeaders(given: Headers, host: string, length: number): Record<string, string | number> {
  // The request omits the header `expect`, since the server would respond with 100 (Continue), and this client reads
  // only one response.
  const { 'content-length': _, expect: _expect, ...headers } = Object.fromEntries(endToEnd([...given]));
  return { ...headers, host, ...(length > 0 && { 'content-length': length }) };
}

/** The statuses of responses that have no body ("null body status" in the Fetch Standard). */
const NULL_BODY = new Set([204, 205, 304]);

function toResponse(message: IncomingMessage, method: string): Response {
  const { statusCode = 500, statusMessage = '', rawHeaders } = message;
  const headers = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  );
  const init = { status: statusCode, statusText: statusMessage, headers: endToEnd(headers) };
  if (method === 'HEAD' || NULL_BODY.has(statusCode)) {
    message.resume();
    return new Response(null, init);
  }
  return new Response(Readable.toWeb(message) as ReadableStream<Uint8Array>, init);
}

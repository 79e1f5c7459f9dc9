import type { IncomingMessage, RequestListener } from 'node:http';
import { type Duplex, duplexPair, Readable } from 'node:stream';
import { HOP_BY_HOP } from '../src/contract/hop-by-hop.ts';
import { http } from './core/node-http.ts';
import { rejectUnreadable } from './unreadable-request.ts';

/** The original function. MSW 2 replaces `http.request` with a function that ignores `createConnection`. */
const { request: originalRequest } = http;

/** A server without a port. Requests reach it through connections in memory. */
export interface InProcessServer {
  /**
   * Sends a request as `fetch` does. The server sees an `https:` request as encrypted.
   * Rejects with a TypeError if there is no response, or with the reason of the signal if the signal is aborted.
   */
  send(request: Request, options?: SendOptions): Promise<Response>;
  /** Destroys the open connections. */
  close(): void;
}

interface SendOptions {
  /** Path and query; those of the URL if absent. */
  readonly path?: string;
  /** Address of the client that the server sees; unknown if absent. */
  readonly remoteAddress?: string;
}

export function inProcessServer(listener: RequestListener): InProcessServer {
  const server = http.createServer(listener).on('clientError', rejectUnreadable);
  const open = new Set<Duplex>();

  /** Opens a connection and returns the end of the client. */
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
  // A connection in memory sends no 100 (Continue) before the response.
  const { 'content-length': _, expect: _expect, ...headers } = Object.fromEntries(endToEnd([...given]));
  return { ...headers, host, ...(length > 0 && { 'content-length': length }) };
}

/** Statuses that have no body (Fetch Standard, null body status). */
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

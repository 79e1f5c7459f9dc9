import type { IncomingMessage, RequestListener } from 'node:http';
import { type Duplex, duplexPair, Readable } from 'node:stream';
import { HOP_BY_HOP } from '../src/contract/hop-by-hop.ts';
import { http } from './core/node-http.ts';
import { answerUnreadable } from './unreadable-request.ts';

/** As it is before anybody takes it over: MSW 2 puts its own in its place, which heeds no `createConnection`. */
const { request: sendOver } = http;

/** A server without a port: requests reach it over connections in memory, and otherwise as ever. */
export interface InProcessServer {
  /**
   * Sends a request as `fetch` does; `https:` counts as encrypted.
   * Rejects with a TypeError when there is no answer, with the reason of the signal when that was aborted.
   */
  send(request: Request, options?: SendOptions): Promise<Response>;
  /** Cuts what is still open. */
  close(): void;
}

interface SendOptions {
  /** Path and query, instead of those of the URL. */
  readonly path?: string;
  /** Whom the server takes for the client; nobody that it knows when absent. */
  readonly remoteAddress?: string;
}

export function inProcessServer(listener: RequestListener): InProcessServer {
  const server = http.createServer(listener).on('clientError', answerUnreadable);
  const open = new Set<Duplex>();

  /** The client's end of a new connection. */
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
        sendOver({
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
  // In memory, no 100 (Continue) comes before the response.
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

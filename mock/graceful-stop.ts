import type { Server, ServerResponse } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';

/**
 * A socket of an HTTP server. Node.js sets `_httpMessage` to the current response until the last byte of the response
 * is sent.
 */
interface HttpSocket extends Socket {
  readonly _httpMessage?: ServerResponse | null;
}

/**
 * During the stop, the server closes an idle connection after this time without data, in milliseconds. The server still
 * responds to a request that arrives on an idle connection within this time.
 */
const IDLE_MS = 100;

/**
 * Tracks the connections of a server. `gracefulStop` adds listeners for each connection, but none for each request, so
 * that requests stay fast.
 *
 * @returns a function that stops the server. The returned function closes idle connections after `IDLE_MS`, and every
 * other connection after its response. After `graceMs` milliseconds, the returned function destroys all remaining
 * connections.
 */
export function gracefulStop(server: Server | HttpsServer, graceMs: number): () => Promise<void> {
  const connections = trackSockets(server, 'connection');
  const httpSockets = server instanceof HttpsServer ? trackSockets(server, 'secureConnection') : connections;
  // The method `closeIdleConnections` of Node.js would drop responses that are not sent yet, and would keep unused
  // connections of browsers.
  server.closeIdleConnections = () => {
    server.prependListener('request', (_request, response: ServerResponse) =>
      response.setHeader('Connection', 'close'),
    );
    for (const socket of httpSockets) if (socket._httpMessage) closeAfterResponse(socket);
    whenIdle([connections, httpSockets], () => {
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
      for (const socket of httpSockets) closeAfterResponse(socket);
    });
  };
  return async () => {
    const timeout = setTimeout(() => {
      for (const socket of connections) socket.destroy();
    }, graceMs);
    await new Promise<void>((resolve) => server.close(() => resolve()));
    clearTimeout(timeout);
  };
}

function trackSockets(server: Server | HttpsServer, event: 'connection' | 'secureConnection'): Set<HttpSocket> {
  const sockets = new Set<HttpSocket>();
  server.on(event, (socket: HttpSocket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/** Calls `then` once, as soon as no socket has received data for `IDLE_MS`. */
function whenIdle(sockets: readonly ReadonlySet<HttpSocket>[], then: () => void): void {
  const read = () => sockets.flatMap((set) => [...set]).reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  let last = read();
  const check = () => {
    const now = read();
    if (now === last) return then();
    last = now;
    wait();
  };
  // Between the callback of the timer and the callback of `setImmediate`, Node.js reads the data that has arrived. The
  // sum of received bytes in `check` therefore includes the data that arrived just before `setImmediate`.
  const wait = () => setTimeout(() => setImmediate(check), IDLE_MS).unref();
  wait();
}

function closeAfterResponse(socket: HttpSocket): void {
  const response = socket._httpMessage;
  if (!response) {
    socket.destroy();
    return;
  }
  response.once('close', () => socket.destroySoon());
  if (!response.headersSent) response.setHeader('Connection', 'close');
  // An event stream does not end without this call.
  else if (String(response.getHeader('Content-Type')).startsWith('text/event-stream')) response.end();
}

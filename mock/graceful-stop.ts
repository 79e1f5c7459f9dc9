import type { Server, ServerResponse } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';

/** A socket of a Node server. `_httpMessage` is the current response, until Node has sent its last byte. */
interface HttpSocket extends Socket {
  readonly _httpMessage?: ServerResponse | null;
}

/** Time without data after which an idle connection is closed. Until then, a request may still be on its way. */
const IDLE_MS = 100;

/**
 * Tracks the connections of a server, without work per request.
 *
 * @returns a function that stops the server. It closes idle connections after a moment, and the others after their
 *   response. After `graceMs`, it destroys all remaining connections.
 */
export function gracefulStop(server: Server | HttpsServer, graceMs: number): () => Promise<void> {
  const connections = trackSockets(server, 'connection');
  const httpSockets = server instanceof HttpsServer ? trackSockets(server, 'secureConnection') : connections;
  // Node's own method drops responses that are not sent yet, and keeps unused connections of browsers.
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

/** Calls `then` when the sockets have received nothing for `QUIET_MS`. */
function whenIdle(sockets: readonly ReadonlySet<HttpSocket>[], then: () => void): void {
  const read = () => sockets.flatMap((set) => [...set]).reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  let last = read();
  const check = () => {
    const now = read();
    if (now === last) return then();
    last = now;
    wait();
  };
  // Node reads received data between a timer and `setImmediate`.
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
  // A stream of events has no end of its own.
  else if (String(response.getHeader('Content-Type')).startsWith('text/event-stream')) response.end();
}

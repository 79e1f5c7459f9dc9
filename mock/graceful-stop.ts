import type { Server, ServerResponse } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';

/** Node keeps the response that a connection waits for here, until its last byte is sent. */
interface HttpSocket extends Socket {
  readonly _httpMessage?: ServerResponse | null;
}

/** Requests may be on their way on connections that have none now: clients that send none for so long are done. */
const QUIET_MS = 100;

/**
 * Follows the connections of a server, at no cost to its requests.
 *
 * @returns stops the server: a connection without a request is closed a moment later, one with a request
 *   when that has its answer, whatever is left after `graceMs`
 */
export function gracefulStop(server: Server | HttpsServer, graceMs: number): () => Promise<void> {
  const connections = followed(server, 'connection');
  const speaking = server instanceof HttpsServer ? followed(server, 'secureConnection') : connections;
  // Node's own would drop answers that are written but not sent, and keep what browsers open in advance.
  server.closeIdleConnections = () => {
    server.prependListener('request', (_request, response: ServerResponse) =>
      response.setHeader('Connection', 'close'),
    );
    for (const socket of speaking) if (socket._httpMessage) closeWhenAnswered(socket);
    whenQuiet([connections, speaking], () => {
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
      for (const socket of speaking) closeWhenAnswered(socket);
    });
  };
  return async () => {
    const cut = setTimeout(() => {
      for (const socket of connections) socket.destroy();
    }, graceMs);
    await new Promise<void>((resolve) => server.close(() => resolve()));
    clearTimeout(cut);
  };
}

function followed(server: Server | HttpsServer, event: 'connection' | 'secureConnection'): Set<HttpSocket> {
  const sockets = new Set<HttpSocket>();
  server.on(event, (socket: HttpSocket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/** Calls back as soon as nothing was read from any of the sockets for a while. */
function whenQuiet(sockets: readonly ReadonlySet<HttpSocket>[], then: () => void): void {
  const read = () => sockets.flatMap((set) => [...set]).reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  let last = read();
  const look = () => {
    const now = read();
    if (now === last) return then();
    last = now;
    wait();
  };
  // What has arrived is read between a timer and `setImmediate`.
  const wait = () => setTimeout(() => setImmediate(look), QUIET_MS).unref();
  wait();
}

function closeWhenAnswered(socket: HttpSocket): void {
  const response = socket._httpMessage;
  if (!response) {
    socket.destroy();
    return;
  }
  response.once('close', () => socket.destroySoon());
  if (!response.headersSent) response.setHeader('Connection', 'close');
  // It has no end of its own.
  else if (String(response.getHeader('Content-Type')).startsWith('text/event-stream')) response.end();
}

import type { Server, ServerResponse } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';

/** Node keeps the response that a connection waits for here, until its last byte is sent. */
interface HttpSocket extends Socket {
  readonly _httpMessage?: ServerResponse | null;
}

/**
 * Follows the connections of a server, at no cost to its requests.
 *
 * @returns stops the server: a connection without a request is closed at once, one with a request
 *   when that has its answer, whatever is left after `graceMs`
 */
export function gracefulStop(server: Server | HttpsServer, graceMs: number): () => Promise<void> {
  const connections = followed(server, 'connection');
  const speaking = server instanceof HttpsServer ? followed(server, 'secureConnection') : connections;
  // Node's own would drop answers that are written but not sent, and keep what browsers open in advance.
  server.closeIdleConnections = () => {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    for (const socket of speaking) closeWhenAnswered(socket);
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

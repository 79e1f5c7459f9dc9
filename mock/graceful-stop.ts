import type { Server } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';

/** Time for what is written to be sent, and for what is on its way to arrive. */
const SWEEP_MS = 100;

/**
 * Follows the connections of a server, at no cost to its requests.
 *
 * @returns stops the server: a connection without a request is closed a moment later, one with a request
 *   when that has its response, whatever is left after `graceMs`
 */
export function gracefulStop(server: Server | HttpsServer, graceMs: number): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return async () => {
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      // Browsers open connections in advance: for Node, these are not idle.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, SWEEP_MS);
    const cut = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, graceMs);
    await new Promise<void>((resolve) => server.close(() => resolve()));
    clearInterval(sweep);
    clearTimeout(cut);
  };
}

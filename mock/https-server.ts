import { createServer, type Server, type ServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import { answerPlainHttp } from './unreadable-request.ts';

/** The first byte of a TLS connection, a record of type `handshake` (RFC 8446 §5.1); HTTP never begins with it. */
const HANDSHAKE = 0x16;
/** Longest wait for a client's first byte, and for the end of the handshake. */
const HANDSHAKE_MS = 30_000;

/** An HTTPS server that tells clients who speak plain HTTP what is wrong, where Node would hang up on them. */
export function createHttpsServer(options: ServerOptions): Server {
  const server = createServer({ handshakeTimeout: HANDSHAKE_MS, ...options });
  const startTls = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => socket.destroy());
    onFirstByte(socket, (byte) => {
      if (byte === HANDSHAKE) for (const start of startTls) start.call(server, socket);
      else answerPlainHttp(socket);
    });
  });
  return server;
}

/** Looks at the first byte and puts it back. */
function onFirstByte(socket: Socket, use: (byte: number) => void): void {
  const drop = () => socket.destroy();
  socket.setTimeout(HANDSHAKE_MS, drop);
  socket.once('readable', () => {
    socket.setTimeout(0).off('timeout', drop);
    const first: Buffer | null = socket.read(1);
    if (first?.[0] === undefined) return drop();
    socket.unshift(first);
    use(first[0]);
  });
}

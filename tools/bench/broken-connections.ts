import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/**
 * Misuse of a connection by a client. If the client does not end the misused connection, the mock must end the
 * connection.
 */
type Misbehaviour = (socket: Socket) => void;

const HOLD_MS = 2000;
const DRIP_MS = 100;

const HEAD = 'POST /v1/projects/demo-project/jwt-keys HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: test-key\r\n';
const BODY_HEAD = `${HEAD}Content-Type: application/json\r\nContent-Length: 2000\r\n\r\n`;
const HALF_BODY = `{"label": "${'x'.repeat(1000)}`;

const MISBEHAVIOURS: Readonly<Record<string, Misbehaviour>> = {
  'header fields a byte at a time': (socket) => drip(socket, HEAD),
  'half a body, then silence': (socket) => {
    socket.write(BODY_HEAD + HALF_BODY);
    hold(socket);
  },
  'a body a byte at a time': (socket) => {
    socket.write(BODY_HEAD);
    drip(socket, HALF_BODY);
  },
  'half a body, then a reset': (socket) => {
    socket.write(BODY_HEAD + HALF_BODY, () => socket.resetAndDestroy());
  },
  'half a header, then a reset': (socket) => {
    socket.write(HEAD.slice(0, 60), () => socket.resetAndDestroy());
  },
  'random bytes': (socket) => {
    socket.write(randomBytes(2048));
    hold(socket);
  },
  'a request whose response is not read': (socket) => {
    socket.pause();
    socket.write(`${BODY_HEAD}${'x'.repeat(2000)}`.repeat(5));
    hold(socket);
  },
  'no byte at all': hold,
};

/** Opens `count` broken connections. The promise resolves when all opened connections are closed. */
export async function breakConnections(url: string, count: number, concurrency: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const kinds = Object.values(MISBEHAVIOURS);
  let opened = 0;
  const one = async () => {
    while (opened < count) {
      const misbehave = kinds[opened++ % kinds.length];
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => undefined);
        socket.on('data', () => undefined);
        socket.once('connect', () => misbehave?.(socket));
        socket.once('close', () => resolve());
      });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, one));
}

function hold(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), HOLD_MS);
  socket.once('close', () => clearTimeout(timer));
}

function drip(socket: Socket, text: string): void {
  let sent = 0;
  const timer = setInterval(() => socket.write(text.charAt(sent++)), DRIP_MS);
  socket.once('close', () => clearInterval(timer));
  hold(socket);
}

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createGzip } from 'node:zlib';
import { listen } from './listen.ts';

/** Hostile behaviour of a server in place of a correct response. */
export type HostileBehaviour = (response: ServerResponse, server: HostileServer) => void;

export interface HostileServer extends AsyncDisposable {
  readonly url: string;
  /** Number of received requests. */
  requests: number;
  /** Number of sent bytes in bodies, before compression. */
  bytes: number;
  /** Closes all connections and stops listening. */
  die(): void;
}

const ZEROS = Buffer.alloc(64 * 1024);

export const HOSTILE_BEHAVIOURS = {
  dies: (_, server) => server.die(),
  hangs: () => undefined,
  resets: (response) => void response.socket?.resetAndDestroy(),
  drips: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    const timer = setInterval(() => response.write(' '), 100);
    response.on('close', () => clearInterval(timer));
  },
  'has no end': (response, server) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    pour(response, server);
  },
  'sends a gzip bomb': (response, server) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    const gzip = createGzip();
    gzip.pipe(response);
    response.on('close', () => gzip.destroy());
    pour(gzip, server);
  },
  redirects: (response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/elsewhere' }).end(),
  'announces more than it sends': (response) => {
    response.socket?.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{}');
  },
  'sends more than it announces': (response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}{}{}{}');
  },
  'does not speak HTTP': (response) => void response.socket?.end('220 mail.example.com ESMTP\r\n'),
  throttles: (response) => void response.writeHead(429, { 'retry-after': '0' }).end(),
  'throttles for long': (response) => void response.writeHead(429, { 'retry-after': '31' }).end(),
  'is unavailable for long': (response) => void response.writeHead(503, { 'retry-after': '31' }).end(),
} satisfies Record<string, HostileBehaviour>;

function pour(into: NodeJS.WritableStream & { readonly destroyed?: boolean }, server: HostileServer): void {
  const more = () => {
    do {
      if (into.destroyed) return;
      server.bytes += ZEROS.length;
    } while (into.write(ZEROS));
    into.once('drain', more);
  };
  into.on('error', () => undefined);
  more();
}

/**
 * Starts a server that forwards requests to a correct server, except the requests to which the hostile behaviour
 * applies.
 */
export async function startHostileServer(
  behind: string,
  behaviour: HostileBehaviour,
  applies: (request: IncomingMessage, count: number) => boolean = () => true,
): Promise<HostileServer> {
  const http = createServer((incoming, response) => {
    hostile.requests++;
    incoming.on('error', () => undefined);
    response.on('error', () => undefined);
    if (applies(incoming, hostile.requests)) {
      incoming.resume();
      incoming.on('end', () => behaviour(response, hostile));
    } else forward(behind, incoming, response);
  });
  const sockets = new Set<Socket>();
  const tcp: Server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    http.emit('connection', socket);
  });
  const url = await listen(tcp);
  const die = () => {
    tcp.close();
    for (const socket of sockets) socket.destroy();
  };
  const hostile: HostileServer = {
    url,
    requests: 0,
    bytes: 0,
    die,
    [Symbol.asyncDispose]: async () => die(),
  };
  return hostile;
}

function forward(behind: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url = '/', headers } = incoming;
  const outgoing = request(behind + url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
}

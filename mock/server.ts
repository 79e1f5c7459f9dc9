import { randomUUID } from 'node:crypto';
import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createMock, type Mock, type MockOptions } from './app.ts';
import { Problem, type ProblemName, toProblemDocument } from './problems.ts';

export interface StartOptions extends MockOptions {
  /** 4010 when absent; 0 takes a free one. */
  readonly port?: number;
  /** 127.0.0.1 when absent. */
  readonly host?: string;
}

/** A mock that listens. `await using` closes it. */
export interface RunningMock extends AsyncDisposable {
  /** The base URL, without `/v1`. */
  readonly url: string;
  readonly contract: Mock['contract'];
  /** Stops listening, lets requests in flight finish (at most 3 seconds) and closes the store. */
  close(): Promise<void>;
}

/** The mock cannot listen: the message says where, why and what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

const DEFAULT_PORT = 4010;
const GRACE_MS = 3000;

/**
 * @throws DocumentError, StoreError as `createMock` does
 * @throws ListenError when the port is taken or the host is not of this machine
 */
export async function startMock(options: StartOptions = {}): Promise<RunningMock> {
  const mock = await createMock(options);
  const server = createServer({ keepAliveTimeout: 65_000 }, mock.app);
  server.on('clientError', answerUnreadable);
  const host = options.host ?? '127.0.0.1';
  try {
    await listen(server, options.port ?? DEFAULT_PORT, host);
  } catch (error) {
    await mock.close();
    throw error;
  }
  const { port, family, address } = server.address() as AddressInfo;
  const close = once(async () => {
    await stop(server);
    await mock.close();
  });
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    contract: mock.contract,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ListenError(reason(error, port, host), { cause: error })),
    );
    server.listen(port, host, resolve);
  });
}

function reason({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use. Stop what listens there, or choose another port with --port (0 takes a free one).`;
    case 'EACCES':
      return `Port ${port} of ${host} needs more rights. Choose a port above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Choose another with --host.`;
    default:
      return `The mock cannot listen on ${host}:${port}: ${message}.`;
  }
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearTimeout(cut);
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

const UNREADABLE: Readonly<Record<string, [ProblemName, string]>> = {
  HPE_HEADER_OVERFLOW: ['headersTooLarge', 'The header fields are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['requestTimeout', 'The request did not arrive in time.'],
};

/** What Node cannot parse never reaches Express; it is answered all the same, with a problem. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [name, detail] = UNREADABLE[error.code ?? ''] ?? ['invalidRequest', 'This is not HTTP that the mock can read.'];
  const problem = new Problem(name, detail);
  const { status } = problem.type;
  const { localAddress = '127.0.0.1', localPort = 80 } = socket as Socket;
  const body = JSON.stringify(toProblemDocument(problem, `http://${localAddress}:${localPort}`, randomUUID()));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ControlClient } from '../src/client/control-client.ts';
import { InputError } from '../src/contract/input-error.ts';
import { createApp } from './app.ts';
import { certificateFor, type TlsCertificate } from './certificate.ts';
import { http } from './core/node-http.ts';
import { messagesOf } from './express-messages.ts';
import { gracefulStop } from './graceful-stop.ts';
import { inProcessServer } from './in-process.ts';
import type { Mock, MockOptions } from './mock-options.ts';
import { type SandboxOpener, sandboxOpener } from './sandbox-handle.ts';
import { DEFAULT_SANDBOX } from './sandboxes/sandboxes.ts';
import { integrationManagement } from './service/index.ts';
import type { World } from './service/kinds.ts';
import { answerUnreadable } from './unreadable-request.ts';

export interface StartOptions extends MockOptions<World> {
  /** 4010 when absent; 0 takes a free one. */
  readonly port?: number;
  /** 127.0.0.1 when absent. */
  readonly host?: string;
  /** HTTPS with a certificate made for this start (true), or with a given one; plain HTTP when absent. */
  readonly https?: boolean | TlsCertificate;
}

/** A mock that listens. `await using` closes it. */
export interface RunningMock extends AsyncDisposable, Omit<Mock<World>, 'app' | 'close'> {
  /** The base URL, without `/v1`. */
  readonly url: string;
  /** The control API of the sandbox `default`, one method an operation. Needs no network. */
  readonly admin: ControlClient;
  /** A world of its own for a test: a new one, or the one of that name. */
  readonly sandbox: SandboxOpener;
  /** The certificate that was made for this start, as PEM: what a client needs to trust (`ca` of Node's TLS). */
  readonly ca: string | undefined;
  /** Stops listening, lets requests in flight finish (at most 3 seconds) and closes the store. */
  close(): Promise<void>;
}

/** The mock cannot listen: the message says where, why and what to do. */
export class ListenError extends InputError {
  override readonly name = 'ListenError';
}

const DEFAULT_PORT = 4010;
/** The first requests come at once, and are not to wait for what others may need later. */
const WARM_UP_AFTER_MS = 500;
const GRACE_MS = 3000;
const SERVER_OPTIONS = { keepAliveTimeout: 65_000 };

/**
 * @throws DocumentError, DataError, StoreError as `createMock` does
 * @throws CertificateError when the given certificate and key cannot be used
 * @throws ListenError when the port is taken or the host is not of this machine
 */
export async function startMock(options: StartOptions = {}): Promise<RunningMock> {
  const { host = '127.0.0.1', https = false } = options;
  const certificate = await certificateFor(https, host);
  const mock = (await createApp(integrationManagement, options)) as unknown as Mock<World>;
  const serverOptions = { ...SERVER_OPTIONS, ...messagesOf(mock.app) };
  const server = certificate
    ? (await import('node:https')).createServer({ ...serverOptions, ...certificate })
    : http.createServer(serverOptions);
  server.on('request', mock.app).on('clientError', answerUnreadable);
  const stop = gracefulStop(server, GRACE_MS);
  try {
    await listen(server, options.port ?? DEFAULT_PORT, host);
  } catch (error) {
    await mock.close();
    throw error;
  }
  const url = `${certificate ? 'https' : 'http'}://${authority(server.address() as AddressInfo)}`;
  const inProcess = inProcessServer(mock.app);
  const sandbox = sandboxOpener({ url, server: inProcess, adminToken: options.adminToken });
  setTimeout(() => mock.contract.warmUp(), WARM_UP_AFTER_MS).unref();
  const close = once(async () => {
    await stop();
    inProcess.close();
    await mock.close();
  });
  return {
    url,
    admin: sandbox(DEFAULT_SANDBOX).admin,
    sandbox,
    ca: https === true ? certificate?.cert : undefined,
    get contract() {
      return mock.contract;
    },
    get seed() {
      return mock.seed;
    },
    get faults() {
      return mock.faults;
    },
    reload: mock.reload,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The address for a client on this machine; a server that listens on every address accepts IPv4, too. */
function authority({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `127.0.0.1:${port}`;
  return `${family === 'IPv6' ? `[${address}]` : address}:${port}`;
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

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

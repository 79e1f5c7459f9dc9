import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ControlClient } from '../src/client/control-client.ts';
import { InputError } from '../src/contract/input-error.ts';
import { http } from '../src/contract/node-http.ts';
import { createApp, type ExpressMock } from './app.ts';
import { certificateFor, type TlsCertificate } from './certificate.ts';
import { LIMITS } from './core/limits.ts';
import { messagesOf } from './express-messages.ts';
import { gracefulStop } from './graceful-stop.ts';
import { inProcessServer } from './in-process.ts';
import { MOCK_OPTIONS, requireKnownOptions } from './known-options.ts';
import type { Mock, MockOptions } from './mock-options.ts';
import { type SandboxOpener, sandboxOpener } from './sandbox-handle.ts';
import { DEFAULT_SANDBOX } from './sandboxes/sandboxes.ts';
import { integrationManagement } from './service/index.ts';
import type { Handlers, World } from './service/kinds.ts';
import { rejectUnreadable } from './unreadable-request.ts';

export interface StartOptions extends MockOptions<World, Handlers> {
  /** The port of the mock; 4010 if absent. With 0, the mock selects a free port. */
  readonly port?: number;
  /** The address on which the mock listens; 127.0.0.1 if absent. */
  readonly host?: string;
  /** Largest number of open connections; 1000 if absent. */
  readonly maxConnections?: number;
  /**
   * With `true`, the mock uses HTTPS with a new self-signed certificate. With your own certificate, the mock uses HTTPS
   * with this certificate. If the option `https` is absent or false, the mock uses plain HTTP.
   */
  readonly https?: boolean | TlsCertificate;
}

/** A mock that listens on a port. A declaration with `await using` closes the mock at the end of the block. */
export interface RunningMock extends AsyncDisposable, Omit<Mock<World>, 'app' | 'close'> {
  /** The base URL of the mock, without `/v1`. */
  readonly url: string;
  /**
   * The control API of the sandbox `default`, with one method per operation. The methods of `admin` need no network.
   */
  readonly admin: ControlClient;
  /** Returns the sandbox with the given name, or a new sandbox if the name is absent. */
  readonly sandbox: SandboxOpener;
  /**
   * The self-signed certificate as PEM; undefined if the mock has no such certificate. A client must trust the
   * self-signed certificate, for example with the option `ca` of `node:tls`.
   */
  readonly ca: string | undefined;
  /** Stops listening, waits at most 3 seconds for the requests in flight, and closes the store. */
  close(): Promise<void>;
}

/**
 * The error if the mock cannot listen on its port. The message of the error names the address, the reason and a fix.
 */
export class ListenError extends InputError {
  override readonly name = 'ListenError';
}

const START_OPTIONS: Readonly<Record<keyof StartOptions, true>> = {
  port: true,
  host: true,
  https: true,
  maxConnections: true,
  ...MOCK_OPTIONS,
};
const DEFAULT_PORT = 4010;
/**
 * The time between the start and the call of `Contract.warmUp`, in milliseconds. The first requests often arrive
 * directly after the start, and must not wait for the warm-up.
 */
const WARM_UP_AFTER_MS = 500;
const GRACE_MS = 3000;
const SERVER_OPTIONS = {
  keepAliveTimeout: 65_000,
  headersTimeout: LIMITS.headersSeconds.default * 1000,
  requestTimeout: LIMITS.requestSeconds.default * 1000,
  connectionsCheckingInterval: 2000,
};

/**
 * Starts a mock on a port.
 *
 * @throws TypeError, DocumentError, DataError, StoreError for the same reasons as `createMock`
 * @throws CertificateError when the given certificate or key is invalid
 * @throws ListenError when the port is in use or the host is not an address of this machine
 */
export async function startMock(options: StartOptions = {}): Promise<RunningMock> {
  requireKnownOptions('startMock', options, START_OPTIONS);
  const { host = '127.0.0.1', https = false } = options;
  const certificate = await certificateFor(https, host);
  const mock = (await createApp(integrationManagement, options)) as unknown as ExpressMock<World>;
  const serverOptions = { ...SERVER_OPTIONS, ...messagesOf(mock.app) };
  const server = certificate
    ? (await import('node:https')).createServer({ ...serverOptions, ...certificate })
    : http.createServer(serverOptions);
  server.maxConnections = options.maxConnections ?? LIMITS.connections.default;
  server.on('request', mock.app).on('clientError', rejectUnreadable);
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
    get handlers() {
      return mock.handlers;
    },
    reload: mock.reload,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Returns the address and the port that a client on the same machine uses. If the server listens on all addresses, the
 * function returns the address 127.0.0.1.
 */
function authority({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `127.0.0.1:${port}`;
  return `${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ListenError(listenErrorMessage(error, port, host), { cause: error })),
    );
    server.listen(port, host, resolve);
  });
}

function listenErrorMessage({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use. Stop the other process, or use port 0 (--port 0) for a free port.`;
    case 'EACCES':
      return `Port ${port} of ${host} requires more privileges. Select a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `Host ${host} is not an address of this machine. Select another address.`;
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

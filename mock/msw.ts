import { type HttpHandler, http } from 'msw';
import type { ControlClient } from '../src/client/control-client.ts';
import { createApp } from './app.ts';
import { type InProcessServer, inProcessServer } from './in-process.ts';
import type { MockOptions } from './mock-options.ts';
import { type SandboxHandle, sandboxOpener } from './sandbox-handle.ts';
import { DEFAULT_SANDBOX } from './sandboxes/sandboxes.ts';
import { integrationManagement } from './service/index.ts';
import type { World } from './service/kinds.ts';

/** `integration-contract/msw`: the mock behind Mock Service Worker, in Node and without a port. */

export interface MswMockOptions extends MockOptions<World> {
  /** The origin that the code under test calls, without `/v1`: `https://api.example.com`. */
  readonly baseUrl: string;
}

/** One world of the mock, for `setupServer(...handlers)` and `server.use(...handlers)`. */
export interface MswSandbox extends SandboxHandle {
  /** Answer every request to the base URL from this world, whatever its path. */
  readonly handlers: readonly HttpHandler[];
}

/** A mock behind MSW. `await using` closes it. */
export interface MswMock extends AsyncDisposable {
  /** Answer every request to the base URL: `/v1` from the sandbox `default`, `/sandboxes/{name}/v1` from others. */
  readonly handlers: readonly HttpHandler[];
  /** The control API of the sandbox `default`, one method an operation. Code under test is rejected it. */
  readonly admin: ControlClient;
  /**
   * A world of its own for a test: a new one, or the one of that name. Its `handlers` put the base URL itself into
   * that world, so that the code under test needs no other URL.
   *
   * @throws RangeError when the name is none
   */
  sandbox(name?: string): MswSandbox;
  /** Cuts requests in flight and closes the store. */
  close(): Promise<void>;
}

/**
 * The same stateful mock as `startMock`, with its whole pipeline, for `setupServer` of `msw/node`.
 *
 * @throws TypeError when `baseUrl` is no origin
 * @throws DocumentError, DataError, StoreError as `createMock` does
 */
export async function createMswMock({ baseUrl, ...options }: MswMockOptions): Promise<MswMock> {
  const origin = originOf(baseUrl);
  const mock = await createApp(integrationManagement, options);
  const server = inProcessServer(mock.app);
  const open = sandboxOpener({ url: origin, server, adminToken: options.adminToken });
  const sandbox = (name?: string): MswSandbox => {
    const handle = open(name);
    return { ...handle, handlers: [answerFrom(server, origin, new URL(handle.url).pathname)] };
  };
  const close = async () => {
    server.close();
    await mock.close();
  };
  const { handlers, admin } = sandbox(DEFAULT_SANDBOX);
  return { handlers, admin, sandbox, close, [Symbol.asyncDispose]: close };
}

/** Sends what goes to the origin into the world below `path`; a path that names its sandbox itself stays as it is. */
function answerFrom(server: InProcessServer, origin: string, path: string): HttpHandler {
  return http.all(
    ({ request }) => new URL(request.url).origin === origin,
    async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const whole = path === '/' || pathname.startsWith('/sandboxes/') ? pathname : path + pathname;
      // Without an answer (the client went away, a fault hung up) the client sees a network error.
      return server.send(request, { path: whole + search }).catch(() => Response.error());
    },
  );
}

function originOf(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new TypeError(`baseUrl is an origin without a path, such as https://api.example.com, not ${baseUrl}.`);
  }
  return url.origin;
}

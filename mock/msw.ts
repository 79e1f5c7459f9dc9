import { type HttpHandler, http } from 'msw';
import type { ControlClient } from '../src/client/control-client.ts';
import { createApp } from './app.ts';
import { type InProcessServer, inProcessServer } from './in-process.ts';
import { MOCK_OPTIONS, requireKnownOptions } from './known-options.ts';
import type { MockOptions } from './mock-options.ts';
import { type SandboxHandle, sandboxOpener } from './sandbox-handle.ts';
import { DEFAULT_SANDBOX } from './sandboxes/sandboxes.ts';
import { integrationManagement } from './service/index.ts';
import type { Handlers, World } from './service/kinds.ts';

/**
 * The entry point `integration-contract/msw`: the mock behind Mock Service Worker (MSW) in Node.js. The mock does not
 * listen on a port.
 */

export interface MswMockOptions extends MockOptions<World, Handlers> {
  /** The origin that the code under test calls, without `/v1`: for example `https://api.example.com`. */
  readonly baseUrl: string;
}

/** A sandbox of the mock, whose `handlers` are for `setupServer(...handlers)` or `server.use(...handlers)` of MSW. */
export interface MswSandbox extends SandboxHandle {
  /** The MSW handlers that send every request for the base URL to this sandbox. */
  readonly handlers: readonly HttpHandler[];
}

/** A mock behind MSW. A declaration with `await using` closes the mock at the end of the block. */
export interface MswMock extends AsyncDisposable {
  /**
   * The MSW handlers for the base URL. Requests for `/v1` go to the sandbox `default`, and requests for
   * `/sandboxes/{name}/v1` go to the named sandbox.
   */
  readonly handlers: readonly HttpHandler[];
  /**
   * The control API of the sandbox `default`, with one method per operation. The property `admin` is for the test,
   * since the mock rejects requests of the code under test to the control API.
   */
  readonly admin: ControlClient;
  /**
   * Returns the sandbox with the given name, or a new sandbox if the name is absent. The `handlers` of the sandbox send
   * every request for the base URL to this sandbox, so that the code under test keeps its URL.
   *
   * @throws RangeError when the name is invalid
   */
  sandbox(name?: string): MswSandbox;
  /** Aborts the requests in flight, and closes the store. */
  close(): Promise<void>;
}

/**
 * Creates a stateful mock for `setupServer` of `msw/node`. The mock behaves like the mock of `startMock`.
 *
 * @throws TypeError when `baseUrl` is not an origin, or when an option is unknown
 * @throws DocumentError, DataError, StoreError for the same reasons as `createMock`
 */
export async function createMswMock({ baseUrl, ...options }: MswMockOptions): Promise<MswMock> {
  requireKnownOptions('createMswMock', options, { ...MOCK_OPTIONS, baseUrl: true });
  const origin = originOf(baseUrl);
  const mock = await createApp(integrationManagement, options);
  const server = inProcessServer(mock.app);
  const open = sandboxOpener({ url: origin, server, adminToken: options.adminToken });
  const sandbox = (name?: string): MswSandbox => {
    const handle = open(name);
    return { ...handle, handlers: [forwardTo(server, origin, new URL(handle.url).pathname)] };
  };
  const close = async () => {
    server.close();
    await mock.close();
  };
  const { handlers, admin } = sandbox(DEFAULT_SANDBOX);
  return { handlers, admin, sandbox, close, [Symbol.asyncDispose]: close };
}

/**
 * Creates the MSW handler that sends every request for the origin to the sandbox at `path`. If the path of a request
 * already names a sandbox, the handler sends the request to that sandbox instead.
 */
function forwardTo(server: InProcessServer, origin: string, path: string): HttpHandler {
  return http.all(
    ({ request }) => new URL(request.url).origin === origin,
    async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const fullPath = path === '/' || pathname.startsWith('/sandboxes/') ? pathname : path + pathname;
      // If the mock sends no response, such as after a reset by a fault, the client receives a network error.
      return server.send(request, { path: fullPath + search }).catch(() => Response.error());
    },
  );
}

function originOf(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new TypeError(
      `baseUrl is "${baseUrl}"; expected an origin without a path, for example https://api.example.com.`,
    );
  }
  return url.origin;
}

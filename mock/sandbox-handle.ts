import { randomUUID } from 'node:crypto';
import { type ControlClient, createControlClient } from '../src/client/control-client.ts';
import type { InProcessServer } from './in-process.ts';
import { DEFAULT_SANDBOX, SANDBOX_NAME } from './sandboxes/sandboxes.ts';

/** A sandbox for one test. A declaration with `await using` deletes the sandbox at the end of the block. */
export interface SandboxHandle extends AsyncDisposable {
  readonly name: string;
  /** The base URL of the sandbox, without `/v1`. */
  readonly url: string;
  /** The control API of the sandbox. The methods of `admin` need no network and do not use the global `fetch`. */
  readonly admin: ControlClient;
}

/** Returns the named sandbox, or a new sandbox if the name is absent. Throws a RangeError when the name is invalid. */
export type SandboxOpener = (name?: string) => SandboxHandle;

interface OpenerOptions {
  /** The URL of the mock, without a slash at the end. */
  readonly url: string;
  readonly server: InProcessServer;
  readonly adminToken: string | undefined;
}

/**
 * Creates the function that opens sandboxes. The requests of the client `admin` contain the admin token of the mock,
 * and seem to come from the machine of the mock.
 */
export function sandboxOpener({ url, server, adminToken }: OpenerOptions): SandboxOpener {
  const { protocol, port } = new URL(url);
  const local = `${protocol}//localhost${port && `:${port}`}`;
  const fetch = (request: Request) => server.send(request, { remoteAddress: '127.0.0.1' });
  return (name = randomUUID()) => {
    if (!SANDBOX_NAME.test(name)) {
      throw new RangeError(`The sandbox name is "${name}"; expected 1 to 64 letters, digits, - or _.`);
    }
    const path = name === DEFAULT_SANDBOX ? '' : `/sandboxes/${name}`;
    const admin = createControlClient({ baseUrl: local + path, adminToken, fetch });
    return {
      name,
      url: url + path,
      admin,
      [Symbol.asyncDispose]: () => admin.deleteSandbox({ sandbox: name }),
    };
  };
}

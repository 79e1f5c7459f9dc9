import { randomUUID } from 'node:crypto';
import { type ControlClient, createControlClient } from '../src/client/control-client.ts';
import type { InProcessServer } from './in-process.ts';
import { DEFAULT_SANDBOX, SANDBOX_NAME } from './sandboxes/sandboxes.ts';

/** A world for one test. `await using` deletes it. */
export interface SandboxHandle extends AsyncDisposable {
  readonly name: string;
  /** The base URL, without `/v1`. */
  readonly url: string;
  /** Its control API. Needs no network: whatever becomes of the global `fetch`, it works. */
  readonly admin: ControlClient;
}

/** Gives a world by its name; without one, a new world of its own. Throws a RangeError when the name is none. */
export type SandboxOpener = (name?: string) => SandboxHandle;

interface OpenerOptions {
  /** Without a trailing slash. */
  readonly url: string;
  readonly server: InProcessServer;
  readonly adminToken: string | undefined;
}

/** Hands out the sandboxes of a mock. The controls of each reach it as from this machine, with the token if there is one. */
export function sandboxOpener({ url, server, adminToken }: OpenerOptions): SandboxOpener {
  const { protocol, port } = new URL(url);
  const local = `${protocol}//localhost${port && `:${port}`}`;
  const fetch = (request: Request) => server.send(request, { remoteAddress: '127.0.0.1' });
  return (name = randomUUID()) => {
    if (!SANDBOX_NAME.test(name)) {
      throw new RangeError(`A sandbox is named by 1 to 64 letters, digits, hyphens and underscores, not by "${name}".`);
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

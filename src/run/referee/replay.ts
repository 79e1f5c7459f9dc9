import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOP_BY_HOP } from '../../contract/hop-by-hop.ts';
import { http } from '../../contract/node-http.ts';
import type { Answer } from '../../run-result/wire.ts';

/** Request header that contains the index of the recorded response to send. */
export const REPLAY_HEADER = 'x-replayed-exchange';

/**
 * Headers of a recorded response that describe the connection to the target or the content coding of the body, and that
 * would be wrong in the replayed response.
 */
const CONNECTION_HEADERS = new Set([...HOP_BY_HOP, 'content-encoding', 'content-length']);

export interface Replay extends AsyncDisposable {
  readonly url: string;
  /** True if the server received a request for the recorded response with the given index. */
  readonly wasRequested: (index: number) => boolean;
}

/**
 * Starts a server that sends the recorded response with the index in the header `x-replayed-exchange`, and ignores the
 * rest of the request.
 */
export async function startReplay(responses: readonly Answer[]): Promise<Replay> {
  const requested = new Set<number>();
  const server = http.createServer((request, response) => {
    const index = Number(request.headers[REPLAY_HEADER]);
    const recorded = responses[index];
    requested.add(index);
    // The server does not wait for the request body: a proxy that changed the body may send fewer bytes than
    // `Content-Length` announces.
    request.resume();
    if (recorded) send(recorded, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    wasRequested: (index) => requested.has(index),
    [Symbol.asyncDispose]: () => stop(server),
  };
}

function send({ status, headers, text }: Answer, response: ServerResponse): void {
  response.shouldKeepAlive = false;
  try {
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers))
      if (!CONNECTION_HEADERS.has(name)) response.setHeader(name, value);
    response.end(text);
  } catch {
    // The HTTP client of the suite is lenient, so a recorded response may be invalid HTTP, which Node.js cannot send.
    response.destroy();
  }
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

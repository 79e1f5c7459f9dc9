import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOP_BY_HOP } from '../../contract/hop-by-hop.ts';
import type { Answer } from '../../run-result/wire.ts';

/** Header with the index of the recorded response that a request asks for. */
export const REPLAY_HEADER = 'x-replayed-exchange';

/** Headers of the original connection or content coding. They do not fit the replayed response. */
const CONNECTION_HEADERS = new Set([...HOP_BY_HOP, 'content-encoding', 'content-length']);

export interface Replay extends AsyncDisposable {
  readonly url: string;
  /** True if a request for the response with this index arrived. */
  readonly wasRequested: (index: number) => boolean;
}

/** Starts a server that sends recorded responses and ignores the content of requests. */
export async function startReplay(responses: readonly Answer[]): Promise<Replay> {
  const requested = new Set<number>();
  const server = createServer((request, response) => {
    const index = Number(request.headers[REPLAY_HEADER]);
    const recorded = responses[index];
    requested.add(index);
    // The body is not awaited: a proxy that changed it may send fewer bytes than it announced.
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
    // A lenient client may have read a response that a server cannot write.
    response.destroy();
  }
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

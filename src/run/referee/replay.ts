import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOP_BY_HOP } from '../../contract/hop-by-hop.ts';
import type { Answer } from '../../run-result/wire.ts';

/** Names the answer that a request asks for, by its place. */
export const REPLAY_HEADER = 'x-replayed-exchange';

/** Of one connection or one coding of the bytes, which were read: not of the answer. */
const OF_THE_WIRE = new Set([...HOP_BY_HOP, 'content-encoding', 'content-length']);

export interface Replay extends AsyncDisposable {
  readonly url: string;
  /** True if the answer of this place was asked for. */
  readonly wasAsked: (place: number) => boolean;
}

/** A server that gives recorded answers, to whatever request: it does not even read it. */
export async function startReplay(answers: readonly Answer[]): Promise<Replay> {
  const asked = new Set<number>();
  const server = createServer((request, response) => {
    const place = Number(request.headers[REPLAY_HEADER]);
    const answer = answers[place];
    asked.add(place);
    // A proxy that has changed the body may announce more of it than it sends.
    request.resume();
    if (answer) give(answer, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    wasAsked: (place) => asked.has(place),
    [Symbol.asyncDispose]: () => stop(server),
  };
}

function give({ status, headers, text }: Answer, response: ServerResponse): void {
  response.shouldKeepAlive = false;
  try {
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) if (!OF_THE_WIRE.has(name)) response.setHeader(name, value);
    response.end(text);
  } catch {
    // What a lenient client has read, a server may not be able to write.
    response.destroy();
  }
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listen } from '../../test/helpers/listen.ts';

/** Genuine response: the response of the conforming server to which the hostile target forwards a request. */
export interface Genuine {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Sends a hostile response in place of the genuine response. `count` is the number of requests that the target has
 * received.
 */
export type Attack = (to: { response: ServerResponse; socket: Socket }, genuine: Genuine, count: number) => void;

export interface HostileTarget {
  /** Short name of the target in lower case: `gzip-bomb`. */
  readonly name: string;
  readonly attack: Attack;
  /** Selects the responses to replace; by default, the target replaces all responses. */
  readonly replaces?: (genuine: Genuine, count: number) => boolean;
}

/** Starts a server that forwards requests to a conforming server and replaces responses under the base path. */
export async function startTarget(
  { attack, replaces = () => true }: HostileTarget,
  behind: string,
): Promise<AsyncDisposable & { readonly url: string; requests(): number }> {
  let [count, received] = [0, 0];
  const server = createServer({ requestTimeout: 0 }, (incoming, response) => {
    received++;
    for (const stream of [incoming, response]) stream.on('error', () => undefined);
    const answer = async () => {
      const genuine = await forward(behind, incoming);
      const { socket } = response;
      if (!socket || response.destroyed) return;
      const isOfContract = incoming.url?.startsWith('/v1') === true;
      if (isOfContract && replaces(genuine, ++count)) attack({ response, socket }, genuine, count);
      else response.writeHead(genuine.status, genuine.headers).end(genuine.body);
    };
    answer().catch(() => response.destroy());
  });
  server.on('clientError', (_, socket) => socket.destroy());
  server.on('connection', (socket) => socket.on('error', () => undefined));
  const url = await listen(server);
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
  return { url, requests: () => received, [Symbol.asyncDispose]: close };
}

const NOT_FORWARDED = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']);

function forward(behind: string, incoming: IncomingMessage): Promise<Genuine> {
  const { method, url = '/', headers } = incoming;
  return new Promise((resolve, reject) => {
    const outgoing = request(behind + url, { method, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      const kept = Object.entries(answer.headers).filter(([name]) => !NOT_FORWARDED.has(name));
      const fields = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
      resolve({ status: answer.statusCode ?? 0, headers: fields, body: Buffer.concat(chunks) });
    });
    outgoing.on('error', reject);
    incoming.pipe(outgoing);
  });
}

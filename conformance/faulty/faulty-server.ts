import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOP_BY_HOP } from '../../src/contract/hop-by-hop.ts';
import type { Defect, FaultyRequest, FaultyResponse, Forward } from './defect.ts';

export interface FaultyServer extends AsyncDisposable {
  readonly url: string;
}

/** Headers that a proxy does not forward, since they belong to one connection (RFC 9110 §7.6.1) or to one message. */
const NOT_FORWARDED = new Set([...HOP_BY_HOP, 'content-length', 'date', 'host']);

/** Starts a server on a free local port that forwards requests to `upstream` and has one defect. */
export async function startFaultyServer(defect: Pick<Defect, 'create'>, upstream: string): Promise<FaultyServer> {
  const agent = new Agent({ keepAlive: true });
  const forward: Forward = (request) => send(upstream, agent, request);
  const behave = defect.create();
  const server = createServer(async (incoming, outgoing) => {
    try {
      const { method = 'GET', url: path = '/' } = incoming;
      const isChunked = incoming.headers['transfer-encoding'] !== undefined;
      const { status, headers, body } = await behave(
        { method, path, headers: flat(incoming), body: await read(incoming), isChunked },
        forward,
      );
      const length = status === 204 ? {} : { 'content-length': body.length };
      outgoing.writeHead(status, { ...headers, ...length }).end(body);
    } catch {
      outgoing.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(upstream: string, agent: Agent, { method, path, headers, body }: FaultyRequest): Promise<FaultyResponse> {
  const { hostname, port } = new URL(upstream);
  const length = body.length > 0 || headers['content-type'] !== undefined ? { 'content-length': body.length } : {};
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { hostname, port, method, path, agent, headers: { ...headers, ...length } },
      (response) => {
        const status = response.statusCode ?? 0;
        read(response).then((received) => resolve({ status, headers: flat(response), body: received }), reject);
      },
    );
    request.on('error', reject).end(body);
  });
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function flat({ headers }: IncomingMessage): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => !NOT_FORWARDED.has(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

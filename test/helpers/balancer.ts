import { once } from 'node:events';
import { Agent, createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Load balancer that forwards each request to the next target, without sticky sessions. */
export async function startBalancer(targets: readonly string[]): Promise<AsyncDisposable & { readonly url: string }> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((request, response) => {
    const { hostname, port } = new URL(targets[turn++ % targets.length] ?? '');
    const { method, url: path, rawHeaders: headers } = request;
    const outgoing = sendRequest({ hostname, port, method, path, headers, agent, setHost: false }, (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, incoming.rawHeaders);
      incoming.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    request.pipe(outgoing);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

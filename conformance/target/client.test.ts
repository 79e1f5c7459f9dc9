import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { Client } from './client.ts';

test('a server that closes idle connections just when they are used again answers on a new one', async () => {
  const used = new WeakSet();
  const server = createServer(({ socket }, response) => {
    if (used.has(socket)) return void socket.resetAndDestroy();
    used.add(socket);
    setTimeout(() => response.end('{}'), 20);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new Client({ baseUrl, apiKey: '', fixtures: {}, presumed: true, runId: 'test', timeoutMs: 10_000 });
  const send = () => client.send({ method: 'GET', path: '/', headers: {} });
  try {
    await Promise.all([send(), send(), send()]);
    expect((await send()).status).toBe(200);
  } finally {
    client.close();
    server.close();
  }
});

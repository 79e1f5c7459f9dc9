import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '../../../test/helpers/listen.ts';
import { Changes } from './changes.ts';

test('reports that a stopped target responds again', async () => {
  const server = createServer();
  const url = await listen(server);
  using changes = new Changes({ glob: undefined, url });
  const next = changes.next();
  const { port } = new URL(url);
  await new Promise((resolve) => server.close(resolve));
  await expect.poll(() => changes.isUp, { timeout: 10_000 }).toBe(false);
  server.listen(Number(port), '127.0.0.1');
  expect(await next).toBe(`${url} has returned`);
  server.close();
});

import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { http } from './core/node-http.ts';
import { type InProcessServer, inProcessServer } from './in-process.ts';

/** Tests that a server without a port behaves like a server with a port. */

const servers: InProcessServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function serve(listener: RequestListener): InProcessServer {
  const server = inProcessServer(listener);
  servers.push(server);
  return server;
}

const echo: RequestListener = async (request, response) => {
  const { method, url, headers, socket } = request;
  const body = await text(request);
  response.end(
    JSON.stringify({ method, url, headers, body, encrypted: 'encrypted' in socket, from: socket.remoteAddress }),
  );
};

describe('the server', () => {
  test('receives requests even if MSW 2 replaces http.request', async () => {
    const server = serve(echo);
    const replaced = vi.spyOn(http, 'request').mockImplementation(() => {
      throw new Error('this goes to the network');
    });
    const response = await server.send(new Request('http://api.example/a'));
    replaced.mockRestore();
    expect(await response.json()).toMatchObject({ method: 'GET', url: '/a' });
  });

  test('receives method, URL, headers and body unchanged', async () => {
    const response = await serve(echo).send(
      new Request('http://api.example:8080/a%20b?c=d', {
        method: 'PUT',
        headers: { 'X-Custom': 'v', 'Content-Type': 'text/plain' },
        body: 'größer\0',
      }),
    );
    expect(await response.json()).toMatchObject({
      method: 'PUT',
      url: '/a%20b?c=d',
      headers: { host: 'api.example:8080', 'x-custom': 'v', 'content-type': 'text/plain', 'content-length': '9' },
      body: 'größer\0',
    });
  });

  test('receives a large body completely', async () => {
    const body = 'x'.repeat(3_000_000);
    const response = await serve(echo).send(new Request('http://a/', { method: 'POST', body }));
    expect(await response.json()).toMatchObject({ body, headers: { 'content-length': '3000000' } });
  });

  test('receives no Content-Length for a request without a body', async () => {
    const response = await serve(echo).send(new Request('http://a/', { method: 'DELETE' }));
    expect(await response.json()).not.toHaveProperty('headers.content-length');
  });

  test('sees the address of the client only if it is given', async () => {
    const server = serve(echo);
    expect(await (await server.send(new Request('http://a/'))).json()).not.toHaveProperty('from');
    const known = await server.send(new Request('http://a/'), { remoteAddress: '127.0.0.1', path: '/other' });
    expect(await known.json()).toMatchObject({ from: '127.0.0.1', url: '/other' });
  });
});

describe('the client', () => {
  test('receives status, headers and body unchanged', async () => {
    const bytes = Buffer.from([0xff, 0x00, 0xfe]);
    const response = await serve((_request, outgoing) => {
      outgoing.setHeader('Set-Cookie', ['a=1', 'b=2']).writeHead(418, 'Short', { 'X-Of': 'it' });
      outgoing.end(bytes);
    }).send(new Request('http://a/'));
    expect(response).toMatchObject({ status: 418, statusText: 'Short' });
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('X-Of')).toBe('it');
    expect(response.headers.has('Connection')).toBe(false);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
  });

  test.each([
    ['GET', 204],
    ['GET', 304],
    ['HEAD', 200],
  ])('receives no body for %s with status %i', async (method, status) => {
    const response = await serve((_request, outgoing) => outgoing.writeHead(status).end()).send(
      new Request('http://a/', { method }),
    );
    expect(response).toMatchObject({ status, body: null });
  });

  test('receives a network error when the server closes the connection', async () => {
    const sent = serve((_request, outgoing) => outgoing.destroy()).send(new Request('http://a/'));
    await expect(sent).rejects.toThrow(new TypeError('fetch failed'));
  });

  test('receives an error from the body when the server closes the connection within the body', async () => {
    const response = await serve((_request, outgoing) => {
      outgoing.writeHead(200, { 'Content-Length': 10 }).write('half', () => outgoing.destroy());
    }).send(new Request('http://a/'));
    await expect(response.text()).rejects.toThrow();
  });

  test('receives the reason of its signal, and the server sees the abort', async () => {
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const sent = serve((_request, outgoing) => outgoing.once('close', resolve)).send(
      new Request('http://a/', { signal: AbortSignal.timeout(20) }),
    );
    await expect(sent).rejects.toMatchObject({ name: 'TimeoutError' });
    await gone;
  });

  test('receives a network error when the server is closed', async () => {
    const server = serve(() => undefined);
    const sent = server.send(new Request('http://a/'));
    await wait(10);
    server.close();
    await expect(sent).rejects.toThrow(TypeError);
  });
});

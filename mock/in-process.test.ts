import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { http } from '../src/contract/node-http.ts';
import { type InProcessServer, inProcessServer } from './in-process.ts';

/** Tests that a server without a port behaves like a server that listens on a port. */

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
  test('delivers requests to the server even if MSW 2 replaces http.request', async () => {
    const server = serve(echo);
    const replaced = vi.spyOn(http, 'request').mockImplementation(() => {
      throw new Error('this goes to the network');
    });
    const response = await server.send(new Request('http://api.example/a'));
    replaced.mockRestore();
    expect(await response.json()).toMatchObject({ method: 'GET', url: '/a' });
  });

  test('delivers the method, URL, headers and body of a request to the server unchanged', async () => {
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

  test('delivers a large request body to the server completely', async () => {
    const body = 'x'.repeat(3_000_000);
    const response = await serve(echo).send(new Request('http://a/', { method: 'POST', body }));
    expect(await response.json()).toMatchObject({ body, headers: { 'content-length': '3000000' } });
  });

  test('delivers a request without a body to the server without Content-Length', async () => {
    const response = await serve(echo).send(new Request('http://a/', { method: 'DELETE' }));
    expect(await response.json()).not.toHaveProperty('headers.content-length');
  });

  test('passes the address of the client to the server only if the caller gives an address', async () => {
    const server = serve(echo);
    expect(await (await server.send(new Request('http://a/'))).json()).not.toHaveProperty('from');
    const known = await server.send(new Request('http://a/'), { remoteAddress: '127.0.0.1', path: '/other' });
    expect(await known.json()).toMatchObject({ from: '127.0.0.1', url: '/other' });
  });
});

describe('the client', () => {
  test('returns the status, headers and body of a response to the client unchanged', async () => {
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
  ])('returns a response without a body to the client for %s with the status %i', async (method, status) => {
    const response = await serve((_request, outgoing) => outgoing.writeHead(status).end()).send(
      new Request('http://a/', { method }),
    );
    expect(response).toMatchObject({ status, body: null });
  });

  test('rejects the promise of the response with a network error when the server closes the connection before the response', async () => {
    const sent = serve((_request, outgoing) => outgoing.destroy()).send(new Request('http://a/'));
    await expect(sent).rejects.toThrow(new TypeError('fetch failed'));
  });

  test('rejects the read of the response body when the server closes the connection within the body', async () => {
    const response = await serve((_request, outgoing) => {
      outgoing.writeHead(200, { 'Content-Length': 10 }).write('half', () => outgoing.destroy());
    }).send(new Request('http://a/'));
    await expect(response.text()).rejects.toThrow();
  });

  test('rejects the promise of the response with the reason of the signal when the client aborts the request, and closes the connection to the server', async () => {
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const sent = serve((_request, outgoing) => outgoing.once('close', resolve)).send(
      new Request('http://a/', { signal: AbortSignal.timeout(20) }),
    );
    await expect(sent).rejects.toMatchObject({ name: 'TimeoutError' });
    await gone;
  });

  test('rejects the promise of the response with a network error when the server is closed during a request', async () => {
    const server = serve(() => undefined);
    const sent = server.send(new Request('http://a/'));
    await wait(10);
    server.close();
    await expect(sent).rejects.toThrow(TypeError);
  });
});

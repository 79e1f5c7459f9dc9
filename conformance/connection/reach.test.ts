import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Server } from 'node:net';
import { generate } from 'selfsigned';
import { expect, test } from 'vitest';
import { listen } from '../../test/helpers/listen.ts';
import { reach } from './reach.ts';
import type { Target } from './target.ts';

const TARGET = { apiKey: 'key', fixtures: {}, presumed: true, runId: 'run', timeoutMs: 5000 } as const;

/** The message of the error that `reach` throws for a base URL with the given scheme; empty if it throws none. */
async function messageFor(scheme: 'http' | 'https', server: Server, more: Partial<Target> = {}): Promise<string> {
  const baseUrl = (await listen(server)).replace('http', scheme);
  const target = { ...TARGET, baseUrl, ...more };
  const error = await reach(target, '/v1').then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  server.close();
  return error?.message ?? '';
}

type AltName = { readonly type: 2; readonly value: string } | { readonly type: 7; readonly ip: string };

/** A self-signed certificate for one host name. */
async function certificateFor(name: AltName): Promise<{ cert: string; key: string }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'service' }], {
    extensions: [{ name: 'subjectAltName', altNames: [name] }],
  });
  return { cert, key };
}

test('reports a wrong scheme if TLS was sent to a port for plain HTTP', async () => {
  const plain = createServer((_, response) => response.end());
  expect(await messageFor('https', plain)).toMatch(/EPROTO.*\. If the server does not use TLS, use http:\/\/….$/);
});

test.each(['TLSv1.2', 'TLSv1.3'] as const)('reports that a service supports only HTTP/2 over %s', async (version) => {
  const { cert, key } = await certificateFor({ type: 7, ip: '127.0.0.1' });
  const service = createSecureServer({ cert, key, minVersion: version, maxVersion: version });
  const message = await messageFor('https', service, { ca: [cert] });
  expect(message).toMatch(/\. The server does not accept HTTP\/1\.1, which the suite uses\. Enable HTTP\/1\.1 .*\.$/);
});

test('reports that the certificate is for another host name', async () => {
  const { cert, key } = await certificateFor({ type: 2, value: 'api.example.com' });
  expect(await messageFor('https', createTlsServer({ cert, key }), { ca: [cert] })).toMatch(
    /ERR_TLS_CERT_ALTNAME_INVALID\): the certificate of the server is for another host name\. Use a base URL with a host name of the certificate\.$/,
  );
});

test('suggests TLS if a port closes the connection after a plain HTTP request', async () => {
  const closed = createTcpServer((socket) => socket.resetAndDestroy());
  expect(await messageFor('http', closed)).toMatch(/ECONNRESET.*\. If the server uses TLS, use https:\/\/….$/);
});

test.each([
  '<center>The plain HTTP request was sent to HTTPS port</center>',
  'Client sent an HTTP request to an HTTPS server.\n',
  'Instead use the HTTPS scheme to access this URL, please.',
])('reports a wrong scheme if plain HTTP was sent to a port that requires TLS: %s', async (text) => {
  const server = createServer((_, response) => response.writeHead(400).end(text));
  expect(await messageFor('http', server)).toMatch(/^http:(.*) requires TLS\. Use https:\1\.$/);
});

test.each([
  [400, '{"detail":"HTTPS"}'],
  [400, 'see https://example.com/problems'],
  [404, 'HTTPS'],
  [200, 'HTTPS'],
])('accepts a response with the status %i and the body %s', async (status, text) => {
  expect(
    await messageFor(
      'http',
      createServer((_, response) => response.writeHead(status).end(text)),
    ),
  ).toBe('');
});

test('names the environment variable of an unreachable proxy instead of the address of the proxy', async () => {
  const away = createTcpServer();
  const { port } = new URL(await listen(away));
  away.close();
  const proxy = { HTTP_PROXY: `http://user:secret@127.0.0.1:${port}` };
  const message = await messageFor('http', createTcpServer(), { baseUrl: 'http://staging.invalid', proxy });
  expect(message).toBe(
    'http://staging.invalid does not respond (ECONNREFUSED). Check that the service is running and that the base URL is correct. Check also the proxy in HTTP_PROXY.',
  );
});

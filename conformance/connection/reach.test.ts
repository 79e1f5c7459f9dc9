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

/** What is said of a server that the scheme does not fit. */
async function complaint(scheme: 'http' | 'https', server: Server, more: Partial<Target> = {}): Promise<string> {
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

/** A certificate that vouches for itself, for one name. */
async function certificateFor(name: AltName): Promise<{ cert: string; key: string }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'service' }], {
    extensions: [{ name: 'subjectAltName', altNames: [name] }],
  });
  return { cert, key };
}

test('TLS to a port that speaks plain HTTP is told as that', async () => {
  const plain = createServer((_, response) => response.end());
  expect(await complaint('https', plain)).toMatch(/EPROTO.*\. If it speaks no TLS, its URL is http:\/\/….$/);
});

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'a service that speaks HTTP/2 alone, over %s, is told as that',
  async (version) => {
    const { cert, key } = await certificateFor({ type: 7, ip: '127.0.0.1' });
    const service = createSecureServer({ cert, key, minVersion: version, maxVersion: version });
    const said = await complaint('https', service, { ca: [cert] });
    expect(said).toMatch(/\. It takes no HTTP\/1\.1, which is what the suite speaks; it may speak HTTP\/2 only\.$/);
  },
);

test('a certificate for another name is told as that', async () => {
  const { cert, key } = await certificateFor({ type: 2, value: 'api.example.com' });
  expect(await complaint('https', createTlsServer({ cert, key }), { ca: [cert] })).toMatch(
    /ERR_TLS_CERT_ALTNAME_INVALID\): its certificate is for another name; the base URL has to have one that it is for\.$/,
  );
});

test('plain HTTP to a port that hangs up on it may be that', async () => {
  const closed = createTcpServer((socket) => socket.resetAndDestroy());
  expect(await complaint('http', closed)).toMatch(/ECONNRESET.*\. If it speaks TLS, its URL is https:\/\/….$/);
});

test.each([
  '<center>The plain HTTP request was sent to HTTPS port</center>',
  'Client sent an HTTP request to an HTTPS server.\n',
  'Instead use the HTTPS scheme to access this URL, please.',
])('plain HTTP to a port that asks for TLS is told as that: %s', async (text) => {
  const server = createServer((_, response) => response.writeHead(400).end(text));
  expect(await complaint('http', server)).toMatch(/^http:(.*) speaks TLS: its URL is https:\1\.$/);
});

test.each([
  [400, '{"detail":"HTTPS"}'],
  [400, 'see https://example.com/problems'],
  [404, 'HTTPS'],
  [200, 'HTTPS'],
])('a service that answers %i with %s is there', async (status, text) => {
  expect(
    await complaint(
      'http',
      createServer((_, response) => response.writeHead(status).end(text)),
    ),
  ).toBe('');
});

test('a proxy that does not answer is named by its variable alone', async () => {
  const away = createTcpServer();
  const { port } = new URL(await listen(away));
  away.close();
  const proxy = { HTTP_PROXY: `http://user:secret@127.0.0.1:${port}` };
  const said = await complaint('http', createTcpServer(), { baseUrl: 'http://staging.invalid', proxy });
  expect(said).toBe('http://staging.invalid does not answer (ECONNREFUSED): it, or the proxy that HTTP_PROXY names.');
});

import { createServer, type RequestListener, request as requestHttp, type Server } from 'node:http';
import { createServer as createHttpsServer, request as requestHttps } from 'node:https';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { listen } from '../test/helpers/listen.ts';
import { selfSignedCertificate } from './certificate.ts';
import { gracefulStop } from './graceful-stop.ts';

const certificate = await selfSignedCertificate('127.0.0.1');
/**
 * A grace period in milliseconds. The grace period is longer than the timeout of a test, so the grace period never ends
 * during a test.
 */
const LONG_MS = 600_000;

async function listening(server: Server, graceMs: number) {
  const stop = gracefulStop(server, graceMs);
  return { stop, port: Number(new URL(await listen(server)).port) };
}

describe.each([
  {
    scheme: 'HTTP',
    serve: (listener: RequestListener) => createServer(listener),
    send: requestHttp,
    open: (port: number) => connect(port, '127.0.0.1'),
    connected: 'connect',
  },
  {
    scheme: 'HTTPS',
    serve: (listener: RequestListener) => createHttpsServer(certificate).on('request', listener),
    send: requestHttps,
    open: (port: number) => connectTls({ port, host: '127.0.0.1', ca: certificate.cert }),
    connected: 'secureConnect',
  },
])('gracefulStop of an $scheme server', ({ serve, send, open, connected }) => {
  /** Sends a request. Returns the status, the `Connection` header and the length of the response. */
  function get(port: number): Promise<{ status: number | undefined; connection: string | undefined; bytes: number }> {
    return new Promise((resolve, reject) => {
      const request = send({ port, host: '127.0.0.1', ca: certificate.cert }, async (response) => {
        const { length } = await buffer(response);
        resolve({ status: response.statusCode, connection: response.headers.connection, bytes: length });
      });
      request.on('error', reject).end();
    });
  }

  test('finishes the requests in flight, closes their connections and accepts no new connections', async () => {
    const received = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const { stop, port } = await listening(
      serve(async (_request, response) => {
        received.resolve();
        await answer.promise;
        response.end('done');
      }),
      LONG_MS,
    );
    const inFlight = get(port);
    await received.promise;
    const stopped = stop();
    await expect(get(port)).rejects.toThrow('ECONNREFUSED');
    answer.resolve();
    expect(await inFlight).toEqual({ status: 200, connection: 'close', bytes: 4 });
    await stopped;
  });

  test('responds to a request that arrives on an idle connection during the stop', async () => {
    const { stop, port } = await listening(
      serve((_request, response) => response.end('done')),
      LONG_MS,
    );
    const client = open(port);
    await new Promise<void>((resolve) => client.once(connected, () => resolve()));
    const answers = client[Symbol.asyncIterator]();
    const exchange = async () => {
      client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      return String((await answers.next()).value);
    };
    expect(await exchange()).toMatch(/^HTTP\/1\.1 200 .*keep-alive/s);
    const stopped = stop();
    expect(await exchange()).toMatch(/^HTTP\/1\.1 200 .*Connection: close/s);
    await stopped;
  });

  test('sends a long response completely to a slow client, and then closes the connection', async () => {
    const size = 2 ** 24;
    const { stop, port } = await listening(
      serve((_request, response) => response.end(Buffer.alloc(size))),
      LONG_MS,
    );
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const headers = { connection: 'keep-alive' };
    send({ port, host: '127.0.0.1', ca: certificate.cert, headers }, async (response) => {
      const stopped = stop();
      const { length } = await buffer(response);
      await stopped;
      resolve(length);
    })
      .on('error', reject)
      .end();
    expect(await promise).toBe(size);
  });

  test('ends an event stream when the server stops', async () => {
    const { stop, port } = await listening(
      serve((_request, response) => {
        response.setHeader('Content-Type', 'text/event-stream');
        response.write('data: 1\n\n');
      }),
      LONG_MS,
    );
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    send({ port, host: '127.0.0.1', ca: certificate.cert }, async (response) => {
      const stopped = stop();
      const events = await buffer(response);
      await stopped;
      resolve(events.toString());
    })
      .on('error', reject)
      .end();
    expect(await promise).toBe('data: 1\n\n');
  });

  test('closes connections on which no request has arrived, since browsers open such connections in advance', async () => {
    const { stop, port } = await listening(
      serve((_request, response) => response.end()),
      LONG_MS,
    );
    const idle = open(port);
    const closed = new Promise((resolve) => idle.on('close', resolve));
    const silent = connect(port, '127.0.0.1');
    await Promise.all([
      new Promise<void>((resolve) => idle.once(connected, () => resolve())),
      new Promise<void>((resolve) => silent.once('connect', () => resolve())),
    ]);
    await get(port);
    await stop();
    await closed;
  });

  test('destroys the remaining connections after the grace period', async () => {
    const received = Promise.withResolvers<void>();
    const { stop, port } = await listening(
      serve(() => received.resolve()),
      50,
    );
    const hanging = get(port);
    const cut = expect(hanging).rejects.toThrow(/socket hang up|ECONNRESET/);
    await received.promise;
    await stop();
    await cut;
  });
});

import { createServer, type RequestListener, request as requestHttp, type Server } from 'node:http';
import { createServer as createHttpsServer, request as requestHttps } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { selfSignedCertificate } from './certificate.ts';
import { gracefulStop } from './graceful-stop.ts';

const certificate = await selfSignedCertificate('127.0.0.1');
const LONG_MS = 20_000;

async function listening(server: Server, graceMs: number) {
  const stop = gracefulStop(server, graceMs);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { stop, port: (server.address() as AddressInfo).port };
}

/** How long it took, in ms. */
async function timed(work: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work;
  return performance.now() - start;
}

describe.each([
  {
    scheme: 'HTTP',
    serve: (listener: RequestListener) => createServer(listener),
    send: requestHttp,
  },
  {
    scheme: 'HTTPS',
    serve: (listener: RequestListener) => createHttpsServer(certificate).on('request', listener),
    send: requestHttps,
  },
])('a server of $scheme that is told to stop', ({ serve, send }) => {
  /** The status and body of an answer. */
  function get(port: number): Promise<{ status: number | undefined; bytes: number }> {
    return new Promise((resolve, reject) => {
      const request = send({ port, host: '127.0.0.1', ca: certificate.cert }, async (response) => {
        const { length } = await buffer(response);
        resolve({ status: response.statusCode, bytes: length });
      });
      request.on('error', reject).end();
    });
  }

  test('finishes the requests in flight, keeps no connection and takes no more', async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const { stop, port } = await listening(
      serve(async (_request, response) => {
        asked.resolve();
        await answer.promise;
        response.end('done');
      }),
      LONG_MS,
    );
    const inFlight = get(port);
    await asked.promise;
    const stopped = stop();
    await expect(get(port)).rejects.toThrow('ECONNREFUSED');
    answer.resolve();
    expect(await inFlight).toEqual({ status: 200, bytes: 4 });
    expect(await timed(stopped)).toBeLessThan(LONG_MS / 10);
  });

  test('waits for no connection that has sent no request, as browsers open them', async () => {
    const { stop, port } = await listening(
      serve((_request, response) => response.end()),
      LONG_MS,
    );
    const silent = connect(port, '127.0.0.1');
    const closed = new Promise((resolve) => silent.on('close', resolve));
    await new Promise<void>((resolve) => silent.once('connect', () => resolve()));
    await get(port);
    expect(await timed(stop())).toBeLessThan(LONG_MS / 10);
    await closed;
  });

  test('cuts what takes longer than it is given', async () => {
    const asked = Promise.withResolvers<void>();
    const { stop, port } = await listening(
      serve(() => asked.resolve()),
      50,
    );
    const hanging = get(port);
    const cut = expect(hanging).rejects.toThrow(/socket hang up|ECONNRESET/);
    await asked.promise;
    expect(await timed(stop())).toBeLessThan(LONG_MS / 10);
    await cut;
  });
});

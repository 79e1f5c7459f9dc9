import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { FaultySandbox, failure, INVITES_PATH, message, runningTimers } from '../../../test/helpers/faulty-sandbox.ts';
import { startMock } from '../../../test/helpers/mock.ts';
import type { Fault } from '../../core/fault.ts';
import type { LogEntry } from '../../journal/log-entry.ts';

/**
 * Tests of the effects of faults that change how the mock sends a response, and of the connection after such a
 * response.
 */

const sandbox = await FaultySandbox.perTest();

describe('the effect reset', () => {
  test('resets the connection before the operation runs, with the fault `reset: before`', async () => {
    await sandbox.set({ reset: 'before', count: 1 });
    expect(await failure(sandbox.invite('a@example.com'))).toBe('ECONNRESET');
    expect(await sandbox.invitedEmails()).toEqual([]);
    expect((await sandbox.invite('a@example.com')).status).toBe(201);
  });

  test('resets the connection after the operation ran, with the fault `reset: after`', async () => {
    await sandbox.set({ reset: 'after', count: 1 });
    expect(await failure(sandbox.invite('a@example.com'))).toBe('ECONNRESET');
    expect(await sandbox.invitedEmails()).toEqual(['a@example.com']);
    expect((await sandbox.invite('a@example.com')).status).toBe(409);
  });
});

describe('an effect on the body', () => {
  test('truncates the response body and closes the connection', async () => {
    await sandbox.set({ truncate: true, count: 1 });
    const { bytes, length } = await raw('a@example.com');
    expect(bytes.length).toBe(Math.floor(length / 2));
    expect(await failure((await sandbox.invite('b@example.com')).json())).toBe('none');
    await sandbox.set({ truncate: true, count: 1 });
    expect(await failure(sandbox.invite().then((response) => response.text()))).not.toBe('none');
  });

  test('changes the response body to invalid JSON of the same length', async () => {
    await sandbox.set({ garble: true, count: 1 });
    const response = await sandbox.invite();
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(Number(response.headers.get('content-length')));
    expect(() => JSON.parse(bytes.toString())).toThrow(SyntaxError);
  });

  test('sends the complete response body slowly', async () => {
    await sandbox.set({ drip: { bytesPerSecond: 2000 }, count: 1 });
    const start = performance.now();
    expect(await (await sandbox.invite('drop@example.com')).json()).toMatchObject({ invitedEmail: 'drop@example.com' });
    expect(performance.now() - start).toBeGreaterThan(80);
  });

  test.each<[string, Fault, string]>([
    [
      'resets the connection instead of a response without a body, with the fault `truncate`',
      { truncate: true },
      'ECONNRESET',
    ],
    ['sends a response without a body unchanged, with the fault `garble`', { garble: true }, 'none'],
    ['sends a response without a body immediately, with the fault `drip`', { drip: { bytesPerSecond: 1 } }, 'none'],
  ])('%s', async (_, fault, expected) => {
    await sandbox.set(fault);
    expect(await failure(sandbox.deleteInstallation())).toBe(expected);
  });

  test('truncates a response and resets a connection over TLS', async () => {
    await using secure = await startMock({ port: 0, https: true, faults: [{ truncate: true, count: 1 }] });
    const send = () =>
      new Promise<string>((resolve) => {
        const headers = { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' };
        httpsRequest(secure.url + INVITES_PATH, { method: 'POST', ca: secure.ca, headers }, (response) => {
          response.resume();
          response.on('error', ({ message }) => resolve(message));
          response.on('end', () => resolve(String(response.statusCode)));
        })
          .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
          .end('{"email": "a@example.com"}');
      });
    expect(await send()).toBe('aborted');
    await secure.admin.addFault({ reset: 'before' });
    expect(await send()).toBe('ECONNRESET');
  });

  test('changes bytes of a problem document, so that the body is invalid JSON', async () => {
    await sandbox.set({ garble: true });
    const response = await sandbox.invite('no address');
    expect(response.status).toBe(400);
    await expect(response.json()).rejects.toThrow(SyntaxError);
  });

  /**
   * Sends a request that creates an invite. Returns the part of the response body that arrived before the end of the
   * connection, and the value of `Content-Length`.
   */
  function raw(email: string): Promise<{ bytes: Buffer; length: number }> {
    const { port, pathname } = new URL(sandbox.url);
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(message(pathname + INVITES_PATH, JSON.stringify({ email }))),
      );
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('error', reject);
      socket.on('end', () => {
        const answer = Buffer.concat(chunks);
        const split = answer.indexOf('\r\n\r\n') + 4;
        const length = Number(/^content-length: (\d+)/im.exec(answer.subarray(0, split).toString())?.[1]);
        resolve({ bytes: answer.subarray(split), length });
      });
    });
  }
});

describe('a connection', () => {
  /** Sends a POST through the agent. Returns the status, and `reused: true` if the agent used an earlier connection. */
  function post(agent: Agent): Promise<{ status: number | undefined; reused: boolean }> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        sandbox.url + INVITES_PATH,
        { method: 'POST', agent, headers: { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' } },
        (response: IncomingMessage) => {
          response.resume();
          response.on('end', () => resolve({ status: response.statusCode, reused: request.reusedSocket }));
        },
      );
      request.on('error', reject);
      request.end(JSON.stringify({ email: `${Math.random()}@example.com`, padding: 'x'.repeat(100_000) }));
    });
  }

  test.each<[string, Fault]>([
    ['an error before the body was read', { error: { status: 503 } }],
    ['a rate limit', { rateLimit: { limit: 0, windowSeconds: 60 } }],
    ['a delay', { latency: { fixedMs: 10 } }],
    ['a slow body', { drip: { bytesPerSecond: 100_000 } }],
    ['a garbled body', { garble: true }],
  ])('keeps the connection open after %s', async (_, fault) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await sandbox.set({ ...fault, count: 1 });
    const first = await post(agent);
    const second = await post(agent);
    expect([first.reused, second]).toEqual([false, { status: 201, reused: true }]);
    agent.destroy();
  });

  test.each<[string, Fault, number]>([
    ['a slow body', { drip: { bytesPerSecond: 1 } }, 1000],
    ['a delay', { latency: { fixedMs: 54_321 } }, 54_321],
  ])('clears the timers of a request when the client disconnects during %s', async (_, fault, milliseconds) => {
    const log: LogEntry[] = [];
    await using own = await startMock({ port: 0, faults: [fault], log: (entry) => log.push(entry) });
    const timers = runningTimers(milliseconds);
    const { port } = new URL(own.url);
    const sockets = Array.from({ length: 20 }, () => connect(Number(port), '127.0.0.1'));
    try {
      for (const socket of sockets) socket.write(message(INVITES_PATH, '{"email": "no address"}'));
      await expect.poll(timers).toBe(sockets.length);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    await expect.poll(() => log.filter(({ aborted }) => aborted).length).toBe(sockets.length);
    expect(log[0]).toMatchObject({ faults: ['fault-1'], status: 'drip' in fault ? 400 : 0 });
    await expect.poll(timers).toBe(0);
  });
});

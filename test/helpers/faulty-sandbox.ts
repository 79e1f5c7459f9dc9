import { afterAll, beforeEach, onTestFinished, vi } from 'vitest';
import type { Fault } from '../../mock/core/fault.ts';
import { startMock } from '../../mock/index.ts';
import type { SandboxHandle } from '../../mock/sandbox-handle.ts';

export const INVITES_PATH = '/v1/orgs/33333333-3333-4333-8333-333333333333/invites';
const INSTALLATION_PATH =
  '/v1/projects/demo-project/integrations/44444444-4444-4444-8444-444444444444/installations/55555555-5555-4555-8555-555555555551';

/** Sandbox of a mock, with a client for requests to which the faults of the sandbox apply. */
export class FaultySandbox {
  url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** Starts a mock for the test file, and uses a new sandbox of the mock in each test. */
  static async perTest(): Promise<FaultySandbox> {
    const mock = await startMock({ port: 0 });
    const sandbox = new FaultySandbox(mock.url);
    let count = 0;
    beforeEach(() => {
      sandbox.url = `${mock.url}/sandboxes/faults-${++count}`;
    });
    afterAll(() => mock.close());
    return sandbox;
  }

  /** Sends a request to the control API. */
  async control(method: string, path: string, body?: unknown) {
    const response = await fetch(`${this.url}/__admin${path}`, {
      method,
      ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  }

  async set(fault: Fault): Promise<void> {
    const { status, body } = await this.control('POST', '/faults', fault);
    if (status !== 201) throw new Error(body.detail);
  }

  /** Creates an invite for the given email address, or for a new email address. */
  invite(email = `${Math.random()}@example.com`, init: RequestInit = {}): Promise<Response> {
    return post(this.url + INVITES_PATH, { email }, init);
  }

  /** Creates several invites one after the other, and returns the statuses of the responses. */
  async statuses(times: number): Promise<number[]> {
    const all: number[] = [];
    for (let n = 0; n < times; n++) all.push((await this.invite()).status);
    return all;
  }

  async invitedEmails(): Promise<string[]> {
    const { body } = await this.control('GET', '/state');
    return body.invites.map(({ invitedEmail }: { invitedEmail: string }) => invitedEmail);
  }

  /** Deletes an installation of the seed; the response to this request has no body. */
  deleteInstallation(): Promise<Response> {
    return fetch(this.url + INSTALLATION_PATH, { method: 'DELETE', headers: { 'X-Api-Key': 'test-key' } });
  }
}

export function invite({ url }: SandboxHandle, email = 'ada@example.com'): Promise<Response> {
  return post(url + INVITES_PATH, { email });
}

export function post(url: string, body: object, init: RequestInit = {}): Promise<Response> {
  const headers = { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body), ...init });
}

/**
 * Reason of a failed `fetch`: the `code` of the `cause` of its error, such as `ECONNRESET`; `none` if `fetch` succeeds.
 */
export function failure(request: Promise<unknown>): Promise<string> {
  return request.then(
    () => 'none',
    ({ cause }) => cause?.code ?? String(cause),
  );
}

/** Counts the timers with the given delay (in milliseconds) that a test has set and not cleared. */
export function runningTimers(milliseconds: number): () => number {
  const running = new Set<unknown>();
  for (const [start, stop] of [
    ['setTimeout', 'clearTimeout'],
    ['setInterval', 'clearInterval'],
  ] as const) {
    const started: (...args: [() => void, number?]) => unknown = globalThis[start];
    const stopped = globalThis[stop];
    vi.stubGlobal(start, (...args: [() => void, number?]) => {
      const timer = started(...args);
      if (args[1] === milliseconds) running.add(timer);
      return timer;
    });
    vi.stubGlobal(stop, (timer: NodeJS.Timeout) => {
      running.delete(timer);
      stopped(timer);
    });
  }
  onTestFinished(() => void vi.unstubAllGlobals());
  return () => running.size;
}

/** The bytes of a POST request, which a test sends over a socket. */
export function message(path: string, body: string): string {
  return [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'X-Api-Key: test-key',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

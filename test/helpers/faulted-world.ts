import type { Fault } from '../../mock/core/fault.ts';
import type { SandboxHandle } from '../../mock/sandbox-handle.ts';

export const INVITES_PATH = '/v1/orgs/33333333-3333-4333-8333-333333333333/invites';
const INSTALLATION_PATH =
  '/v1/projects/demo-project/integrations/44444444-4444-4444-8444-444444444444/installations/55555555-5555-4555-8555-555555555551';

/** A sandbox of a mock, and a client that meets its faults. */
export class FaultedWorld {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** A request to the control API. */
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

  /** A POST, to another address each time unless one is given. */
  invite(email = `${Math.random()}@example.com`, init: RequestInit = {}): Promise<Response> {
    return post(this.url + INVITES_PATH, { email }, init);
  }

  /** One invite after the other. */
  async statuses(times: number): Promise<number[]> {
    const all: number[] = [];
    for (let n = 0; n < times; n++) all.push((await this.invite()).status);
    return all;
  }

  async invitedEmails(): Promise<string[]> {
    const { body } = await this.control('GET', '/state');
    return body.invites.map(({ invitedEmail }: { invitedEmail: string }) => invitedEmail);
  }

  /** A request whose answer has no body. */
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

/** The code of the error that ends a request, from the depths of fetch. */
export function failure(request: Promise<unknown>): Promise<string> {
  return request.then(
    () => 'none',
    ({ cause }) => cause?.code ?? String(cause),
  );
}

/** A POST as its bytes. */
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

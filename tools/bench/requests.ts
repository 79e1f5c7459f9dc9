import { generateKeyPairSync } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request as the load sends it: `path` begins after the server's prefix. */
export interface BenchRequest {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a server is asked, over and over. */
export type Workload = 'post' | 'patch' | 'refused';

const KEYS = 32;
const TIMEOUT_MS = 5000;
const COLLECTION = '/projects/11111111-1111-4111-8111-111111111111/jwt-keys';
const HEADERS = { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' };

let pems: string[] | undefined;

/** Real RSA keys of 2048 bits: several, so that a memory of the last one alone helps nobody. */
function publicKeys(): readonly string[] {
  pems ??= Array.from({ length: KEYS }, () =>
    generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  );
  return pems;
}

export function creations(prefix: string): BenchRequest[] {
  return publicKeys().map((publicKeyPem, n) => post(prefix, { label: `Key ${n}`, algorithm: 'RS256', publicKeyPem }));
}

/** `name` for `label`, `RSA` for `RS256`: what the interface's own examples get wrong. */
export function refusals(prefix: string): BenchRequest[] {
  return publicKeys().map((publicKeyPem, n) => post(prefix, { name: `Key ${n}`, algorithm: 'RSA', publicKeyPem }));
}

export function updates(prefix: string, ids: readonly string[]): BenchRequest[] {
  return ids.map((id, n) => ({
    method: 'PATCH',
    path: `${prefix}${COLLECTION}/${id}`,
    headers: HEADERS,
    body: JSON.stringify({ updateMask: ['label'], jwtKey: { label: `New label ${n}` } }),
  }));
}

/** Stores the keys and renames them; a server that gives all of them one `kid` renames that. */
export async function updatesOf(url: string, prefix: string): Promise<BenchRequest[]> {
  const answers = await Promise.all(creations(prefix).map((request) => send(url, request)));
  return updates(
    prefix,
    answers.map(({ body }) => String((JSON.parse(body) as { kid?: unknown }).kid)),
  );
}

/** Sends one request over a connection of its own. @throws Error when no answer comes */
export function send(
  url: string,
  { method, path, headers, body }: BenchRequest,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const options = { method, headers, agent: false, timeout: TIMEOUT_MS };
    const request = httpRequest(url + path, options, (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), reject);
    });
    request.on('timeout', () => request.destroy(new Error(`no answer to ${method} ${path}`)));
    request.on('error', reject);
    request.end(body);
  });
}

function post(prefix: string, body: unknown): BenchRequest {
  return { method: 'POST', path: prefix + COLLECTION, headers: HEADERS, body: JSON.stringify(body) };
}

import { generateKeyPairSync, randomFillSync } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';

/** Request of a workload. `path` includes the base path of the server, such as `/v1`. */
export interface BenchRequest {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const TIMEOUT_MS = 5000;
const UPDATED_KEYS = 256;
const COLLECTION = '/projects/11111111-1111-4111-8111-111111111111/jwt-keys';
const HEADERS = { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' };
/**
 * Position of the bytes of the RSA modulus that differ between keys. The first and last bytes of the modulus are fixed,
 * so that all keys have the same size, and all moduli are odd.
 */
const MODULUS = { from: 40, to: 280 };
const DER = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'der' });

/**
 * Public RSA key of 2048 bits with a random modulus, since no server verifies that the modulus is the product of two
 * primes.
 */
export function anotherKey(): string {
  randomFillSync(DER, MODULUS.from, MODULUS.to - MODULUS.from);
  const lines = DER.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN PUBLIC KEY-----\n${lines.join('\n')}\n-----END PUBLIC KEY-----\n`;
}

/** Creates the requests of a workload. The bodies of the requests differ, so that no server profits from a cache. */
type Workload = (count: number) => BenchRequest[];

/** Workloads of a server. */
export async function workloads(url: string, prefix: string): Promise<Record<'post' | 'patch' | 'rejected', Workload>> {
  const kids = await Promise.all(
    creations(prefix, UPDATED_KEYS).map(async (request) => {
      const { body } = await send(url, request);
      return String((JSON.parse(body) as { kid?: unknown }).kid);
    }),
  );
  return {
    post: (count) => creations(prefix, count),
    patch: (count) => updates(prefix, kids, count),
    rejected: (count) => mistaken(prefix, count),
  };
}

function creations(prefix: string, count: number): BenchRequest[] {
  return many(count, (n) => creation(prefix, `Key ${n}`));
}

export function creation(prefix: string, label = 'First key'): BenchRequest {
  return post(prefix, { label, algorithm: 'RS256', publicKeyPem: anotherKey() });
}

/**
 * Invalid requests, with the mistakes that the interface document suggests: `name` for `label`, and `RSA` for `RS256`.
 */
function mistaken(prefix: string, count: number): BenchRequest[] {
  return many(count, (n) => post(prefix, { name: `Key ${n}`, algorithm: 'RSA', publicKeyPem: anotherKey() }));
}

export function updates(prefix: string, kids: readonly string[], count: number): BenchRequest[] {
  return many(count, (n) => ({
    method: 'PATCH',
    path: `${prefix}${COLLECTION}/${kids[n % kids.length]}`,
    headers: HEADERS,
    body: JSON.stringify({ updateMask: ['label'], jwtKey: { label: `New label ${n}` } }),
  }));
}

/** Sends a request over a new connection. @throws Error if there is no response */
export function send(
  url: string,
  { method, path, headers, body }: BenchRequest,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const options = { method, headers, agent: false, timeout: TIMEOUT_MS };
    const request = httpRequest(url + path, options, (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), reject);
    });
    request.on('timeout', () => request.destroy(new Error(`no response to ${method} ${path}`)));
    request.on('error', reject);
    request.end(body);
  });
}

function post(prefix: string, body: unknown): BenchRequest {
  return { method: 'POST', path: prefix + COLLECTION, headers: HEADERS, body: JSON.stringify(body) };
}

function many<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

import { randomBytes } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';

const SIZE = 100_000;
const CONCURRENCY = 4;

/** Invalid bodies of about `SIZE` bytes each. */
const KINDS: readonly (() => Buffer)[] = [
  () => randomBytes(SIZE),
  () => Buffer.from('['.repeat(SIZE)),
  () => Buffer.from('{"a":'.repeat(SIZE / 5)),
  () => Buffer.from(JSON.stringify({ updateMask: Array.from({ length: SIZE / 4 }, () => 7), jwtKey: [] })),
  () => Buffer.from(JSON.stringify({ label: '\u{1F511}'.repeat(SIZE / 4), algorithm: 'RS256', publicKeyPem: '-' })),
  () =>
    Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: SIZE / 20 }, (_, n) => [`name${n}`, null])))),
  () => Buffer.from(`{"label":"${randomBytes(SIZE / 2).toString('hex')}`),
];

/**
 * Sends invalid bodies with the given number of bytes in total. @returns the number of responses by status; 0 means no
 * response
 */
export async function sendGarbage(url: string, bytes: number): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const statuses: Record<string, number> = {};
  let sent = 0;
  const one = async () => {
    while (sent < bytes) {
      const body = KINDS[Math.floor(sent / SIZE) % KINDS.length]?.() ?? Buffer.alloc(0);
      sent += SIZE;
      const status = await post(`${url}/v1/projects/demo-project/jwt-keys`, body, agent);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, one));
  agent.destroy();
  return statuses;
}

function post(url: string, body: Buffer, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const headers = { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json', 'Content-Length': body.length };
    const request = httpRequest(url, { method: 'POST', headers, agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', () => resolve(0));
    request.end(body);
  });
}

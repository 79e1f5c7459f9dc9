import { generateKeyPairSync } from 'node:crypto';
import { SEED, SEED_API_KEY } from '../../mock/index.ts';

const CLIENTS = 8;
const ORG = SEED.orgs[0]?.id;
const PEM = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' });

/** What the mock said that it had done. */
export interface Acknowledged {
  readonly sandbox: string;
  /** By key ID: the label that was acknowledged last, and the one that was under way after it. */
  readonly labels: Map<string, { acknowledged: string; attempted: string }>;
  /** Addresses. */
  readonly invites: Set<string>;
  updates: number;
}

/** Creates keys, changes their labels and invites people, in a sandbox of its own, until nobody answers. */
export async function writeUntilItDies(url: string, sandbox: string): Promise<Acknowledged> {
  const done: Acknowledged = { sandbox, labels: new Map(), invites: new Set(), updates: 0 };
  await Promise.all(
    Array.from({ length: CLIENTS }, (_, client) => write(`${url}/sandboxes/${sandbox}/v1`, client, done)),
  );
  return done;
}

async function write(base: string, client: number, done: Acknowledged): Promise<void> {
  const keys = `${base}/projects/demo-project/jwt-keys`;
  try {
    for (let n = 0; ; n++) {
      const label = `${client}-${n}`;
      const created = await send('POST', keys, { label, algorithm: 'RS256', publicKeyPem: PEM }, 201);
      const kid = String(created.kid);
      const key = { acknowledged: label, attempted: label };
      done.labels.set(kid, key);
      key.attempted = `${label} changed`;
      await send('PATCH', `${keys}/${kid}`, { updateMask: ['label'], jwtKey: { label: key.attempted } }, 200);
      key.acknowledged = key.attempted;
      done.updates++;
      const email = `${label}@example.com`;
      await send('POST', `${base}/orgs/${ORG}/invites`, { email }, 201);
      done.invites.add(email);
    }
  } catch (error) {
    // The connection broke, with the mock.
    if (!(error instanceof TypeError)) throw error;
  }
}

async function send(method: string, url: string, body: object, expected: number): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method,
    headers: { 'X-Api-Key': SEED_API_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== expected) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return JSON.parse(text);
}

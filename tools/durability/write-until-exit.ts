import { generateKeyPairSync } from 'node:crypto';
import { SEED_API_KEY } from '../../mock/index.ts';

const CLIENTS = 8;
const PEM = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' });

/** Writes that the mock acknowledged. */
export interface Acknowledged {
  readonly sandbox: string;
  /** The last acknowledged label and the next attempted label of each JWT key, by the ID of the JWT key. */
  readonly labels: Map<string, { acknowledged: string; attempted: string }>;
  /** Names of integrations. */
  readonly integrations: Set<string>;
  updates: number;
}

/**
 * Creates JWT keys, changes their labels and creates integrations in a sandbox, until the mock has ended. Calls
 * `acknowledged` after each acknowledged creation of a JWT key.
 */
export async function writeUntilExit(url: string, sandbox: string, acknowledged: () => void): Promise<Acknowledged> {
  const done: Acknowledged = { sandbox, labels: new Map(), integrations: new Set(), updates: 0 };
  await Promise.all(
    Array.from({ length: CLIENTS }, (_, client) => write(`${url}/sandboxes/${sandbox}/v1`, client, done, acknowledged)),
  );
  return done;
}

async function write(base: string, client: number, done: Acknowledged, acknowledged: () => void): Promise<void> {
  const project = `${base}/projects/demo-project`;
  const keys = `${project}/jwt-keys`;
  try {
    for (let n = 0; ; n++) {
      const label = `${client}-${n}`;
      const created = await send('POST', keys, { label, algorithm: 'RS256', publicKeyPem: PEM }, 201);
      const kid = String(created.kid);
      const key = { acknowledged: label, attempted: label };
      done.labels.set(kid, key);
      acknowledged();
      key.attempted = `${label} changed`;
      await send('PATCH', `${keys}/${kid}`, { updateMask: ['label'], jwtKey: { label: key.attempted } }, 200);
      key.acknowledged = key.attempted;
      done.updates++;
      const integration = { name: label, provider: 'salesforce' };
      const latestRevision = { specVersion: '1.0.0', content: integration };
      await send('POST', `${project}/integrations`, { ...integration, latestRevision }, 201);
      done.integrations.add(label);
    }
  } catch (error) {
    // A broken connection is expected here, since the test kills the mock.
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
  return text === '' ? {} : JSON.parse(text);
}

import { generateKeyPairSync, randomFillSync, randomUUID } from 'node:crypto';
import { startMock } from '../../mock/index.ts';
import { RECORDS } from '../../mock/sandboxes/records.ts';
import { MemoryStore } from '../../mock/stores/memory-store.ts';

/**
 * The mock with a number of keys of its own in the store: `node filled-mock.ts <port> <keys>`. It sets
 * them by the store, as a restored snapshot does, prints what the load needs to know, and listens.
 */

const PROJECT = '11111111-1111-4111-8111-111111111111';
const BATCH = 10_000;
const SAMPLE = 1000;
const MODULUS = { from: 40, to: 280 };

const [, , port, keys] = process.argv;
const count = Number(keys);
const store = new MemoryStore();
const mock = await startMock({ port: Number(port), store });
// The sandbox gets its seed at its first use, in place of all that it holds.
await fetch(`${mock.url}/__admin/state`);
const before = process.memoryUsage.rss();
const ids: string[] = [];
const der = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'der' });
const now = new Date().toISOString();
for (let stored = 0; stored < count; stored += BATCH) {
  const size = Math.min(BATCH, count - stored);
  await store.transaction('default', async (tx) => {
    for (let n = stored; n < stored + size; n++) {
      const id = randomUUID();
      if (n % Math.ceil(count / SAMPLE) === 0) ids.push(id);
      await tx.put(RECORDS, ['jwtKeys', PROJECT, id], {
        id,
        projectId: PROJECT,
        label: `Key ${n}`,
        algorithm: 'RSA',
        publicKeyPem: anotherKey(),
        active: true,
        createTime: now,
        updateTime: now,
      });
    }
  });
}
const bytesPerKey = Math.round((process.memoryUsage.rss() - before) / count);
process.send?.({ url: mock.url, ids, bytesPerKey });
process.once('SIGTERM', () => void mock.close().then(() => process.disconnect()));

/** Another modulus: nobody asks whether it is the product of two primes. */
function anotherKey(): string {
  randomFillSync(der, MODULUS.from, MODULUS.to - MODULUS.from);
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN PUBLIC KEY-----\n${lines.join('\n')}\n-----END PUBLIC KEY-----\n`;
}

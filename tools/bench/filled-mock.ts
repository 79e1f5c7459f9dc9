import { randomUUID } from 'node:crypto';
import { collection } from '../../mock/core/store.ts';
import { startMock } from '../../mock/index.ts';
import { MemoryStore } from '../../mock/stores/memory-store.ts';
import { anotherKey } from './requests.ts';

/**
 * `node filled-mock.ts KEYS`: starts a mock with the given number of JWT keys, which the command writes directly to the
 * store.
 */

const PROJECT = '11111111-1111-4111-8111-111111111111';
const KEYS = collection<object>('jwtKeys');
const BATCH = 10_000;
const SAMPLE = 1000;

const count = Number(process.argv[2]);
const store = new MemoryStore();
const mock = await startMock({ port: 0, store });
// The command sends one request before it writes the JWT keys, since the first request loads the seed and replaces all
// records.
await fetch(`${mock.url}/__admin/state`);
const before = process.memoryUsage.rss();
const ids: string[] = [];
const now = new Date().toISOString();
const fixed = { projectId: PROJECT, algorithm: 'RSA', active: true, createTime: now, updateTime: now } as const;
for (let stored = 0; stored < count; stored += BATCH) {
  await store.transaction('default', async (tx) => {
    for (let n = stored; n < Math.min(stored + BATCH, count); n++) {
      const id = randomUUID();
      if (n % Math.ceil(count / SAMPLE) === 0) ids.push(id);
      await tx.put(KEYS, [PROJECT, id], { ...fixed, id, label: `Key ${n}`, publicKeyPem: anotherKey() });
    }
  });
}
process.send?.({ url: mock.url, ids, bytesPerKey: Math.round((process.memoryUsage.rss() - before) / count) });
process.once('SIGTERM', () => void mock.close().then(() => process.disconnect()));

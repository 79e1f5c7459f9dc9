import { describe, expect } from 'vitest';
import { postgresTest } from '../../../test/helpers/postgres.ts';
import { PostgresProxy, type ProtocolMessage } from '../../../test/helpers/postgres-proxy.ts';
import { collection, type Transaction } from '../../core/store.ts';
import { openPostgresStore } from './postgres-store.ts';

const COUNTERS = collection<number>('counters');

/** A store behind a proxy that can cut its connections. */
const test = postgresTest
  .extend('proxy', async ({ server }, { onCleanup }) => {
    const proxy = await PostgresProxy.start(server.port);
    onCleanup(() => proxy[Symbol.asyncDispose]());
    return proxy;
  })
  .extend('store', async ({ server, database, proxy }, { onCleanup }) => {
    const name = new URL(database).pathname.slice(1);
    const store = await openPostgresStore(server.url(name, { port: proxy.port }));
    onCleanup(() => store.close());
    return store;
  });

async function increment(tx: Transaction): Promise<number> {
  const count = ((await tx.get(COUNTERS, ['count'])) ?? 0) + 1;
  await tx.put(COUNTERS, ['count'], count);
  return count;
}

describe.each(['client', 'server'] as const)('a connection that is cut at a message of the %s', (from) => {
  describe.each(['cut', 'forward and cut'] as const)('(%s)', (verdict) => {
    test('loses and repeats no transaction, whichever message it is', async ({ store, proxy }) => {
      let expected = await store.transaction('a', increment);
      let types = '';
      for (let position = 1; ; position++) {
        let seen = 0;
        const cutAt = ({ from: sender, type, bytes }: ProtocolMessage) => {
          if (sender !== from || ++seen !== position) return 'forward' as const;
          types += bytes.includes('COMMIT') ? 'COMMIT ' : `${type} `;
          return verdict;
        };
        proxy.judge = cutAt;
        expect(await store.transaction('a', increment), `cut at ${types}`).toBe(++expected);
        proxy.judge = () => 'forward';
        if (seen < position) break;
      }
      expect(types).toContain('COMMIT');
      expect(await store.get('a', COUNTERS, ['count'])).toBe(expected);
    });
  });
});

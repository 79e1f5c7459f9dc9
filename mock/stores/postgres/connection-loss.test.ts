import { describe, expect } from 'vitest';
import { postgresTest } from '../../../test/helpers/postgres/postgres.ts';
import { isCommit, PostgresProxy, type ProtocolMessage } from '../../../test/helpers/postgres/postgres-proxy.ts';
import { collection, type Transaction } from '../../core/store.ts';
import { StoreError } from '../../core/store-error.ts';
import { openPostgresStore } from './postgres-store.ts';

const COUNTERS = collection<number>('counters');

/** Defines a test whose store connects to PostgreSQL through a proxy that can cut the connections. */
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
    test('commits each transaction exactly once, regardless of the message at which the connection is lost', async ({
      store,
      proxy,
    }) => {
      let expected = await store.transaction('a', increment);
      let types = '';
      for (let position = 1; ; position++) {
        let seen = 0;
        const cutAt = (message: ProtocolMessage) => {
          if (message.from !== from || ++seen !== position) return 'forward' as const;
          types += isCommit(message) ? 'COMMIT ' : `${message.type} `;
          return verdict;
        };
        proxy.judge = cutAt;
        expect(await store.transaction('a', increment), `cut at ${types}`).toBe(++expected);
        proxy.judge = () => 'forward';
        if (seen < position) break;
      }
      // One of the messages at which the loop cut the connection is the COMMIT of the client, or the message Z
      // (ReadyForQuery) that the server sends after a COMMIT.
      expect(types).toContain(from === 'client' ? 'COMMIT' : 'Z');
      expect(await store.get('a', COUNTERS, ['count'])).toBe(expected);
    });
  });
});

test('runs a transaction again if its COMMIT did not arrive at the server', async ({ store, proxy }) => {
  let runs = 0;
  let isCut = false;
  proxy.judge = (message) => {
    if (isCut || !isCommit(message)) return 'forward';
    isCut = true;
    return 'cut';
  };
  const count = await store.transaction('a', (tx) => {
    runs++;
    return increment(tx);
  });
  expect({ runs, count }).toEqual({ runs: 2, count: 1 });
});

test('rejects a transaction that waits for too long, and runs later transactions when the database responds again', async ({
  store,
  proxy,
}) => {
  await store.transaction('a', increment);
  proxy.stopped = true;
  const expired = store.transaction('a', increment, 50);
  await expect(expired).rejects.toMatchObject({ name: 'StoreError', retryAfterSeconds: expect.any(Number) });
  await expect(store.get('a', COUNTERS, ['count'], 50)).rejects.toMatchObject({ name: 'StoreError' });
  proxy.resume();
  expect(await store.transaction('a', increment)).toBeGreaterThan(1);
});

test('reports that the mock may have carried out the request if the database stops responding after COMMIT', async ({
  store,
  proxy,
}) => {
  proxy.judge = (message) => {
    if (isCommit(message)) proxy.stopped = true;
    return 'forward';
  };
  const error = await store.transaction('a', increment, 300).catch((reason) => reason);
  expect(error).toBeInstanceOf(StoreError);
  expect(error.detail).toContain('once, or not at all');
  proxy.judge = () => 'forward';
  proxy.resume();
  expect(await store.transaction('a', increment)).toBe(2);
});

import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { postgresTest } from '../../test/helpers/postgres/postgres.ts';
import { collection, type Key, LIFE, type Page, type Store } from '../core/store.ts';
import { MemoryStore } from './memory-store.ts';
import { openPostgresStore } from './postgres/postgres-store.ts';
import { SqliteStore } from './sqlite-store.ts';

const COUNTERS = collection<number>('counters');
const NAMES = collection<Key>('names');
const ORGS = collection<{ readonly id: string }>('orgs');
const PROJECTS = collection<{ readonly id: string; readonly name: string }>('projects');

const folder = mkdtempSync(join(tmpdir(), 'store-'));

const storeTest = (open: () => Store) =>
  test.extend('store', ({ task: _ }, { onCleanup }) => closeLater(open(), onCleanup));

/** The implementations of a store. Each implementation of a store must pass the same tests. */
const STORES: readonly (readonly [name: string, test: ReturnType<typeof storeTest>])[] = [
  ['in memory', storeTest(() => new MemoryStore())],
  ['in a file', storeTest(() => new SqliteStore(join(folder, `${Math.random()}.sqlite`)))],
  [
    'in PostgreSQL',
    postgresTest.extend('store', async ({ database }, { onCleanup }) =>
      closeLater(await openPostgresStore(database), onCleanup),
    ) as never,
  ],
];

function closeLater(store: Store, onCleanup: (close: () => Promise<void>) => void): Store {
  onCleanup(() => store.close());
  return store;
}

describe.each(STORES)('a store %s', (_, test) => {
  test('returns a stored value by its key', async ({ store }) => {
    await store.transaction('a', (tx) => tx.put(ORGS, ['1'], { id: '1' }));
    const read = await store.transaction('a', async (tx) => [await tx.get(ORGS, ['1']), await tx.get(ORGS, ['2'])]);
    expect(read).toEqual([{ id: '1' }, undefined]);
  });

  test('distinguishes records whose keys have long parts', async ({ store }) => {
    const long = randomBytes(10_000).toString('base64');
    const keys = [`${long}a`, `${long}b`].map((name): Key => ['1', name]);
    await store.transaction('a', async (tx) => {
      for (const [index, key] of keys.entries()) await tx.put(ORGS, key, { id: String(index) });
    });
    const read = await store.transaction('a', (tx) => Promise.all(keys.map((key) => tx.get(ORGS, key))));
    expect(read).toEqual([{ id: '0' }, { id: '1' }]);
    expect(await store.transaction('a', (tx) => tx.list(ORGS, ['1']))).toHaveLength(2);
    await store.transaction('a', (tx) => tx.clear([ORGS], ['1']));
    expect(await store.transaction('a', (tx) => tx.list(ORGS))).toEqual([]);
  });

  test('separates the records of different sandboxes and collections', async ({ store }) => {
    await store.transaction('a', (tx) => tx.put(ORGS, ['1'], { id: '1' }));
    expect(await store.transaction('b', (tx) => tx.get(ORGS, ['1']))).toBeUndefined();
    expect(await store.transaction('a', (tx) => tx.get(PROJECTS, ['1']))).toBeUndefined();
    await store.transaction('b', (tx) => tx.clear([ORGS]));
    expect(await store.transaction('a', (tx) => tx.get(ORGS, ['1']))).toEqual({ id: '1' });
  });

  test('undoes all changes of a transaction that throws', async ({ store }) => {
    const failed = store.transaction('a', async (tx) => {
      await tx.put(ORGS, ['1'], { id: '1' });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await store.transaction('a', (tx) => tx.list(ORGS))).toEqual([]);
  });

  test('runs the transactions of a sandbox one after the other', async ({ store }) => {
    const add = () =>
      store.transaction('a', async (tx) => {
        const count = (await tx.get(COUNTERS, ['count'])) ?? 0;
        await new Promise((resolve) => setImmediate(resolve));
        await tx.put(COUNTERS, ['count'], count + 1);
      });
    await Promise.all(Array.from({ length: 20 }, add));
    expect(await store.transaction('a', (tx) => tx.get(COUNTERS, ['count']))).toBe(20);
  });

  test('lists the records whose keys begin with the given parts, which may contain any characters', async ({
    store,
  }) => {
    const keys = [
      ['a', '1'],
      ['a', '2'],
      ['ab', '1'],
      ['a"', '1'],
      ['a\u0000', '1'],
      ['a,', '1'],
      ['\u{1F511}', '1'],
    ];
    const listed = await store.transaction('a', async (tx) => {
      for (const key of keys) await tx.put(NAMES, key, [key.join('/')]);
      return {
        a: await tx.list(NAMES, ['a']),
        all: (await tx.list(NAMES)).length,
        astral: await tx.list(NAMES, ['\u{1F511}']),
      };
    });
    expect(listed).toEqual({ a: [['a/1'], ['a/2']], all: keys.length, astral: [['\u{1F511}/1']] });
  });

  test('lists the records of a page that begins after the last key of the previous page', async ({ store }) => {
    const ids = ['3', '1', '5', '2', '4'];
    const listed = await store.transaction('a', async (tx) => {
      for (const id of ids) await tx.put(NAMES, ['a', id], [id]);
      await tx.put(NAMES, ['b', '0'], ['0']);
      const list = (page: Page) => tx.list(NAMES, ['a'], page);
      return [await list({ limit: 2 }), await list({ after: ['a', '2'], limit: 2 }), await list({ after: ['a', '4'] })];
    });
    expect(listed).toEqual([[['1'], ['2']], [['3'], ['4']], [['5']]]);
  });

  test('deletes the records whose keys begin with the given parts', async ({ store }) => {
    const left = await store.transaction('a', async (tx) => {
      for (const key of [['a', '1'], ['a', '2'], ['ab', '1'], ['a']]) await tx.put(NAMES, key, key);
      await tx.clear([NAMES, ORGS], ['a']);
      return tx.list(NAMES);
    });
    expect(left).toEqual([['a'], ['ab', '1']]);
  });

  test('commits or undoes all changes of a transaction that changes several sandboxes', async ({ store }) => {
    await store.transaction('a', async (tx) => {
      await tx.put(ORGS, ['1'], { id: '1' });
      await tx.in('b').copyFrom('a', [ORGS]);
    });
    const failed = store.transaction('a', async (tx) => {
      await tx.in('b').put(ORGS, ['2'], { id: '2' });
      await tx.in('b').drop();
      await tx.in('c').copyFrom('a', [ORGS]);
      await tx.drop();
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    const list = (sandbox: string) => store.transaction(sandbox, (tx) => tx.list(ORGS));
    expect([await list('a'), await list('b'), await list('c')]).toEqual([[{ id: '1' }], [{ id: '1' }], []]);
  });

  test('copies collections of another sandbox, and keeps the copies when the source changes', async ({ store }) => {
    const project = (id: string, name: string) => ({ id, name });
    await store.transaction('a', async (tx) => {
      for (const id of ['1', '2', '3']) await tx.put(PROJECTS, [id], project(id, 'copied'));
    });
    await store.transaction('b', async (tx) => {
      await tx.put(PROJECTS, ['1'], project('1', 'copied'));
      await tx.put(PROJECTS, ['2'], project('2', 'another value'));
      await tx.put(PROJECTS, ['4'], project('4', 'not in the source'));
      await tx.copyFrom('a', [PROJECTS, ORGS]);
    });
    await store.transaction('a', (tx) => tx.delete(PROJECTS, ['1']));
    const copies = await store.transaction('b', (tx) => tx.list(PROJECTS));
    expect(copies).toEqual(['1', '2', '3'].map((id) => project(id, 'copied')));
  });

  test('undoes a copy, a deletion and a change of a transaction that throws', async ({ store }) => {
    await store.transaction('a', async (tx) => {
      for (const id of ['1', '2']) await tx.put(ORGS, [id], { id });
    });
    const failed = store.transaction('a', async (tx) => {
      await tx.delete(ORGS, ['1']);
      await tx.put(ORGS, ['2'], { id: 'changed' });
      await tx.copyFrom('b', [ORGS]);
      await tx.put(ORGS, ['3'], { id: '3' });
      await tx.clear([ORGS]);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await store.transaction('a', (tx) => tx.list(ORGS))).toEqual([{ id: '1' }, { id: '2' }]);
  });

  test('lists the sandboxes with a record in the collection `life`, and deletes a sandbox', async ({ store }) => {
    const life = { createdAt: '2026-01-01T00:00:00Z', lastUsedAt: '2026-01-02T00:00:00Z' };
    await store.transaction('a', (tx) => tx.put(LIFE, [], life));
    await store.transaction('b', (tx) => tx.put(ORGS, ['1'], { id: '1' }));
    expect([...(await store.perSandbox(LIFE))]).toEqual([['a', life]]);
    const drop = () => store.transaction('a', (tx) => tx.drop());
    expect([await drop(), await drop()]).toEqual([true, false]);
    expect(await store.get('b', ORGS, ['1'])).toEqual({ id: '1' });
    expect([...(await store.perSandbox(LIFE))]).toEqual([]);
  });
});

test('keeps the records of a data file across restarts', async () => {
  const file = join(folder, 'kept.sqlite');
  const first = new SqliteStore(file);
  await first.transaction('a', (tx) => tx.put(ORGS, ['1'], { id: '1' }));
  await first.close();
  const second = new SqliteStore(file);
  expect(await second.transaction('a', (tx) => tx.get(ORGS, ['1']))).toEqual({ id: '1' });
  await second.close();
});

test.each([
  ['a file in a nonexistent folder', join(folder, 'no', 'such.sqlite')],
  [
    'a file that is not a database',
    (() => {
      const path = join(folder, 'text.txt');
      writeFileSync(path, 'x'.repeat(5000));
      return path;
    })(),
  ],
])('names the path of an unusable data file: %s', (_, path) => {
  expect(() => new SqliteStore(path)).toThrow(path);
});

import { expect, test } from 'vitest';
import { contract } from '../../test/helpers/contract.ts';
import { sampleExchange } from '../../test/helpers/report/sample-exchange.ts';
import { LIFE, type Store } from '../core/store.ts';
import { MemoryStore } from '../stores/memory-store.ts';
import type { Exchange } from './exchange.ts';
import { JOURNAL, Journal } from './journal.ts';
import { Redaction } from './redaction.ts';
import { WriteBehind } from './write-behind.ts';

/** Tests of the class that writes the journal after the response. */

const sent = () => undefined;
const LONG_AGO = '2026-01-01T00:00:00.000Z';

async function setUp({ limit = 100, store = new MemoryStore() as Store } = {}) {
  const reported: unknown[] = [];
  const journal = new Journal(limit, new Redaction(contract, []));
  const writeBehind = new WriteBehind({ store, journal, report: (error) => reported.push(error) });
  await store.transaction('a', (tx) => tx.put(LIFE, [], { createdAt: LONG_AGO, lastUsedAt: LONG_AGO }));
  const paths = () => store.transaction('a', async (tx) => (await journal.read(tx)).entries.map(({ path }) => path));
  const lastUsedAt = async () => (await store.get('a', LIFE, []))?.lastUsedAt;
  return { store, journal, writeBehind, reported, paths, lastUsedAt };
}

function exchange(path: string): Exchange {
  return { ...sampleExchange, sandbox: 'a', path };
}

test('writes waiting exchanges and the time of the last use of a sandbox after a short time', async () => {
  const { writeBehind, paths, lastUsedAt } = await setUp();
  writeBehind.use('a');
  for (let n = 0; n < 80; n++) writeBehind.exchange(exchange(`/${n}`), sent);
  await expect.poll(async () => (await paths()).length).toBe(80);
  expect(await lastUsedAt()).not.toBe(LONG_AGO);
  expect(writeBehind.written).toBe(80);
});

test('writes the waiting exchanges immediately and in their order on flush', async () => {
  const { writeBehind, paths } = await setUp();
  for (const path of ['/1', '/2', '/3']) writeBehind.exchange(exchange(path), sent);
  await writeBehind.flush('a');
  expect(await paths()).toEqual(['/1', '/2', '/3']);
});

test('writes only the newest exchanges if more exchanges wait than the journal may contain', async () => {
  const { writeBehind, paths } = await setUp({ limit: 10 });
  for (let n = 0; n < 1000; n++) writeBehind.exchange(exchange(`/${n}`), sent);
  await writeBehind.flush();
  expect(await paths()).toEqual(Array.from({ length: 10 }, (_, n) => `/${990 + n}`));
  expect(writeBehind.written).toBe(10);
});

test('deletes the oldest exchanges if the limit of the journal is lower than at the previous start', async () => {
  const { writeBehind, store } = await setUp({ limit: 10 });
  for (let n = 0; n < 10; n++) writeBehind.exchange(exchange(`/${n}`), sent);
  await writeBehind.flush();
  const later = await setUp({ limit: 3, store });
  later.writeBehind.exchange(exchange('/10'), sent);
  await later.writeBehind.flush();
  expect(await later.paths()).toEqual(['/8', '/9', '/10']);
});

test('writes the time of the last use of a sandbox even if the journal is turned off', async () => {
  const { writeBehind, paths, lastUsedAt } = await setUp({ limit: 0 });
  writeBehind.use('a');
  writeBehind.exchange(exchange('/1'), sent);
  await writeBehind.close();
  expect(await lastUsedAt()).not.toBe(LONG_AGO);
  expect(await paths()).toEqual([]);
});

test('writes nothing to a deleted sandbox', async () => {
  const { store, writeBehind } = await setUp();
  writeBehind.use('a');
  writeBehind.exchange(exchange('/1'), sent);
  await store.transaction('a', (tx) => tx.drop());
  await writeBehind.flush();
  expect(await store.get('a', LIFE, [])).toBeUndefined();
  expect(await store.get('a', JOURNAL, ['000000000001'])).toBeUndefined();
});

test('reports an error of the store, and writes later exchanges', async () => {
  const store = new MemoryStore();
  const { writeBehind, reported, paths } = await setUp({ store });
  const { transaction } = store;
  store.transaction = () => Promise.reject(new Error('the disk is full'));
  writeBehind.exchange(exchange('/1'), sent);
  await writeBehind.flush();
  store.transaction = transaction;
  writeBehind.exchange(exchange('/2'), sent);
  await writeBehind.flush();
  expect(reported).toEqual([new Error('the disk is full')]);
  expect(await paths()).toEqual(['/2']);
});

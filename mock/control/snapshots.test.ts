import supertest from 'supertest';
import { afterAll, expect, test } from 'vitest';
import { createMock, kinds, SEED } from '../../test/helpers/mock.ts';
import { UNIQUE } from '../sandboxes/records.ts';
import { Sandboxes } from '../sandboxes/sandboxes.ts';
import { takeSnapshot } from '../sandboxes/snapshots.ts';
import { MemoryStore } from '../stores/memory-store.ts';

const mock = await createMock({ seed: 1 });
afterAll(() => mock.close());
const api = supertest(mock.app);

const ORG = '33333333-3333-4333-8333-333333333333';

function invite(base: string, email: string) {
  return api.post(`${base}/v1/orgs/${ORG}/invites`).set('X-Api-Key', 'test-key').send({ email });
}

async function state(base: string) {
  return (await api.get(`${base}/__admin/state`).expect(200)).body;
}

test('restores the same complete state each time a client restores a snapshot', async () => {
  const base = '/sandboxes/restore';
  await invite(base, 'ada@example.com').expect(201);
  await api.put(`${base}/__admin/snapshots/one-invite`).expect(201);
  const before = await state(base);
  const ids = [];
  for (let round = 0; round < 2; round++) {
    ids.push((await invite(base, 'bob@example.com').expect(201)).body.id);
    await api.post(`${base}/__admin/snapshots/one-invite/restore`).expect(204);
    expect(await state(base)).toEqual(before);
    await invite(base, 'ada@example.com').expect(409);
  }
  expect(ids[0], 'the sequence of identifiers continues from the snapshot').toBe(ids[1]);
});

test('replaces an existing snapshot when a client takes a snapshot with the same name', async () => {
  const base = '/sandboxes/replace';
  await api.put(`${base}/__admin/snapshots/s`).expect(201);
  await invite(base, 'ada@example.com').expect(201);
  await api.put(`${base}/__admin/snapshots/s`).expect(200);
  await api.post(`${base}/__admin/reset`).expect(204);
  await api.post(`${base}/__admin/snapshots/s/restore`).expect(204);
  expect((await state(base)).invites).toHaveLength(1);
});

test('keeps the clock and the settings when a client restores a snapshot', async () => {
  const base = '/sandboxes/clock';
  await api.put(`${base}/__admin/clock`).send({ fixed: '2026-01-15T09:30:00Z' }).expect(200);
  const { body } = await api.put(`${base}/__admin/snapshots/s`).expect(201);
  expect(body).toEqual({ name: 's', takenAt: '2026-01-15T09:30:00.000Z' });
  await api.put(`${base}/__admin/clock`).send({ fixed: '2026-02-01T00:00:00Z' }).expect(200);
  await api.post(`${base}/__admin/snapshots/s/restore`).expect(204);
  expect((await api.get(`${base}/__admin/clock`)).body.now).toBe('2026-02-01T00:00:00.000Z');
});

test('lists only the snapshots of one sandbox, and does not list snapshots as sandboxes', async () => {
  await api.put('/sandboxes/list/__admin/snapshots/b').expect(201);
  await api.put('/sandboxes/list/__admin/snapshots/a').expect(201);
  const { body } = await api.get('/sandboxes/list/__admin/snapshots').expect(200);
  expect(body.snapshots.map(({ name }: { name: string }) => name)).toEqual(['a', 'b']);
  await api.post('/sandboxes/other/__admin/snapshots/a/restore').expect(404);
  const { body: all } = await api.get('/__admin/sandboxes').expect(200);
  expect(all.sandboxes.filter(({ name }: { name: string }) => name.includes(' '))).toEqual([]);
});

test('responds with 404 to requests for a deleted snapshot', async () => {
  const at = '/sandboxes/delete/__admin/snapshots/s';
  await api.put(at).expect(201);
  await api.delete(at).expect(204);
  await api.delete(at).expect(404);
  const { body } = await api.post(`${at}/restore`).expect(404);
  expect(body.detail).toContain('Snapshot s does not exist');
});

test('keeps the snapshots on reset, and deletes the snapshots together with the sandbox', async () => {
  const base = '/sandboxes/end';
  await api.put(`${base}/__admin/snapshots/s`).expect(201);
  await api.post(`${base}/__admin/reset`).expect(204);
  await api.post(`${base}/__admin/snapshots/s/restore`).expect(204);
  await api.delete('/__admin/sandboxes/end').expect(204);
  expect((await api.get(`${base}/__admin/snapshots`)).body.snapshots).toEqual([]);
});

test('deletes the snapshots of an expired sandbox from the store', async () => {
  const store = new MemoryStore();
  const sandboxes = new Sandboxes({ store, kinds, settings: {} });
  await sandboxes.setSeed(SEED);
  const { transaction } = await sandboxes.open('idle');
  await transaction((tx) => takeSnapshot(tx, kinds, 'idle', { name: 's', takenAt: '2026-01-15T09:30:00Z' }));
  expect(await store.get(' snapshot idle s', UNIQUE, ['projects', 'demo-project'])).toBeDefined();
  await sandboxes.expire(-1);
  expect(await store.get(' snapshot idle s', UNIQUE, ['projects', 'demo-project'])).toBeUndefined();
  await store.close();
});

test.each(['a.b', 'x'.repeat(65), 'a%20b'])('rejects %j as the name of a snapshot', async (name) => {
  await api.put(`/sandboxes/names/__admin/snapshots/${name}`).expect(400);
});

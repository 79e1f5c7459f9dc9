import supertest from 'supertest';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../mock/app.ts';
import { library } from './mock-service.ts';

/** Tests that the engine of the mock works with any service: state, rules and control API of a second service. */

const mock = await createApp(library, { seed: 1 });
afterAll(() => mock.close());
const api = supertest(mock.app);
const KEY = { 'X-Library-Key': 'library-key' };
const add = (shelf: string, body: object) => api.post(`/api/shelves/${shelf}/books`).set(KEY).send(body);

beforeEach(async () => {
  await api.post('/__admin/reset').expect(204);
});

describe('the mock of a second service', () => {
  test('keeps a record in the mock until a request deletes the record', async () => {
    const { body } = await add('prose', { title: 'Ulysses' }).expect(201);
    expect(body).toEqual({ id: expect.any(String), shelfId: 'prose', title: 'Ulysses' });
    const path = `/api/shelves/prose/books/${body.id}`;
    expect((await api.get(path).set(KEY).expect(200)).body).toEqual(body);
    await api.get(`/api/shelves/poetry/books/${body.id}`).set(KEY).expect(404);
    await api.delete(path).set(KEY).expect(204);
    const { body: problem } = await api.delete(path).set(KEY).expect(404);
    expect(problem.detail).toBe(`Shelf prose has no book ${body.id}.`);
  });

  test('rejects requests that violate the document or the decided rule of the second service', async () => {
    await api.get('/api/shelves/poetry/books/b1').expect(401);
    await add('nowhere', { title: 'Howl' }).expect(404);
    await add('poetry', { title: '' }).expect(400);
    await add('poetry', { title: 'Howl' }).expect(409);
    await add('prose', { title: 'Howl' }).expect(201);
    const { body } = await api.get('/__admin/journal?rule=L1').expect(200);
    expect(body.exchanges).toMatchObject([{ operationId: 'addBook', response: { status: 409 } }]);
  });

  test('creates the paths of the control API from the resources that the document declares', async () => {
    const { body: state } = await api.get('/__admin/state').expect(200);
    expect(state).toEqual(library.seed);
    await api.post('/__admin/state/books').send({ shelfId: 'nowhere', title: 'x' }).expect(422);
    await api.post('/__admin/state/books').send({ shelfId: 'poetry', title: 'Howl' }).expect(409);
    const { headers } = await api
      .post('/__admin/state/books')
      .send({ shelfId: 'poetry', title: 'Kaddish' })
      .expect(201);
    const path = headers.location ?? '';
    await api.patch(path).send({ title: 'Howl' }).expect(409);
    await api.patch(path).send({ title: 'America' }).expect(200);
    const { body: list } = await api.get('/__admin/state/books?shelfId=poetry').expect(200);
    expect(list.items.map(({ title }: { title: string }) => title).sort()).toEqual(['America', 'Howl']);
    await api.delete('/__admin/state/shelves/poetry').expect(409);
    await api.delete('/__admin/state/shelves/poetry?cascade=true').expect(204);
    await api.get(path).expect(404);
  });

  test('generates records, and runs the handlers of the user', async () => {
    const own = await createApp(library, {
      seed: 1,
      generate: { books: 30 },
      handlers: { addBook: async (_request, { problem }) => problem('conflict', 'The shelf is full.') },
    });
    const user = supertest(own.app);
    expect((await user.get('/__admin/state')).body.books).toHaveLength((library.seed.books?.length ?? 0) + 30);
    const { body } = await user.post('/api/shelves/prose/books').set(KEY).send({ title: 'Emma' }).expect(409);
    expect(body.detail).toBe('The shelf is full.');
    await own.close();
  });

  test('offers the actions of the second service in the control API', async () => {
    await api.put('/__admin/clock').send({ fixed: '2026-01-15T09:30:00Z' }).expect(200);
    await api.post('/__admin/actions/lend-book').send({ shelf: 'poetry', book: 'b1' }).expect(200);
    const { body } = await api.get('/api/shelves/poetry/books/b1').set(KEY).expect(200);
    expect(body.lentAt).toBe('2026-01-15T09:30:00.000Z');
    await api.post('/__admin/actions/lend-book').send({ shelf: 'poetry', book: 'b2' }).expect(404);
  });

  test('describes the complete control API of the second service in an OpenAPI document', async () => {
    const { body } = await api.get('/docs/control.json').expect(200);
    const paths = Object.keys(body.paths).filter((path) => /state\/|actions/.test(path));
    expect(paths).toEqual([
      '/__admin/state/shelves',
      '/__admin/state/shelves/{shelf}',
      '/__admin/state/books',
      '/__admin/state/books/{shelf}/{book}',
      '/__admin/actions/lend-book',
    ]);
  });
});

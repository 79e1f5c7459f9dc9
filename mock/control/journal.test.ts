import supertest from 'supertest';
import { afterAll, describe, expect, test } from 'vitest';
import { createMock } from '../../test/helpers/mock.ts';

/** Tests of the operation that lists the exchanges of the journal, and of clients that poll the journal. */

const mock = await createMock();
afterAll(() => mock.close());
const api = supertest(mock.app);

const INVITES = '/v1/orgs/33333333-3333-4333-8333-333333333333/invites';

function invite(base: string, body: object) {
  return api
    .post(base + INVITES)
    .set('X-Api-Key', 'test-key')
    .send(body);
}

async function journal(base: string, query: object = {}) {
  const { body } = await api.get(`${base}/__admin/journal`).query(query).expect(200);
  return body;
}

describe('getJournal', () => {
  const base = '/sandboxes/listed';
  const first = invite(base, { email: 'ada@example.com' }).expect(201);
  const prepared = first.then(async () => {
    await invite(base, { email: 'ada@example.com' }).expect(409);
    await invite(base, { mail: 'bob@example.com' }).expect(400);
    await api.patch(`${base}/v1/projects/demo-project/jwt-keys/none`).set('X-Api-Key', 'test-key').expect(400);
    await api.get(`${base}/v1/nowhere`).expect(404);
  });

  test.each([
    [{ operationId: 'createInvite' }, [1, 2, 3]],
    [{ method: 'patch' }, [4]],
    [{ path: INVITES }, [1, 2, 3]],
    [{ path: '/v1/orgs/{org}/invites' }, [1, 2, 3]],
    [{ path: '/v1/orgs/{org}' }, []],
    [{ path: '/v1/{any}' }, [5]],
    [{ path: '/v1/projects/*' }, [4]],
    [{ status: '409' }, [2]],
    [{ status: '4XX' }, [2, 3, 4, 5]],
    [{ rule: 'D74' }, [2]],
    [{ violations: true }, [3]],
    [{ violations: false, operationId: 'createInvite' }, [1, 2]],
    [{ body: '{"email": "ada@example.com"}' }, [1, 2]],
    [{ body: '{"email": {"$exists": false}}', operationId: 'createInvite' }, [3]],
    [{ after: 3 }, [4, 5]],
    [{ limit: 2 }, [4, 5]],
    [{ limit: 2, after: 1 }, [2, 3]],
  ])('lists the exchanges that match %j', async (query, sequences) => {
    await prepared;
    const found = (await journal(base, query)).exchanges;
    expect(found.map(({ sequence }: { sequence: number }) => sequence)).toEqual(sequences);
  });

  test.each([
    [{ status: 'ok' }, 'status'],
    [{ limit: 0 }, 'limit'],
    [{ operationId: 'createInvites' }, 'did you mean `createInvite`'],
    [{ body: '{' }, 'The value of the query parameter "body" is not valid JSON'],
    [{ body: '{"email": {"$like": "x"}}' }, '$startsWith'],
  ])('rejects a request for the journal with the query %j', async (query, text) => {
    const { body } = await api.get(`${base}/__admin/journal`).query(query).expect(400);
    expect(body.detail).toContain(text);
  });

  test('lists the exchanges after a sequence number, even if the journal was cleared or the sandbox was recreated', async () => {
    const own = '/sandboxes/polled';
    for (const n of [1, 2, 3]) await invite(own, { email: `${n}@example.com` });
    const half = await journal(own, { after: 0, limit: 2 });
    expect([half.exchanges.length, half.next]).toEqual([2, 2]);
    const rest = await journal(own, { after: half.next });
    expect([rest.exchanges.length, rest.next]).toEqual([1, 3]);
    await api.delete(`${own}/__admin/journal`).expect(204);
    expect(await journal(own)).toEqual({ exchanges: [], next: 3 });
    await invite(own, { email: 'ada@example.com' });
    expect((await journal(own, { after: 3 })).exchanges).toMatchObject([{ sequence: 4 }]);
    await api.delete('/__admin/sandboxes/polled').expect(204);
    await invite(own, { email: 'ada@example.com' });
    expect((await journal(own, { after: 4 })).exchanges).toMatchObject([{ sequence: 1 }]);
  });
});

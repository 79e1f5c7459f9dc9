import supertest from 'supertest';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createMock } from '../../test/helpers/mock.ts';

const mock = await createMock();
afterAll(() => mock.close());
const api = supertest(mock.app);

const ORG = '33333333-3333-4333-8333-333333333333';
const EMAIL = 'ada@example.com';
const LATER = '2026-01-16T09:30:00.000Z';

const invite = (orgId = ORG) =>
  api.post(`/v1/orgs/${orgId}/invites`).set('X-Api-Key', 'test-key').send({ email: EMAIL });
const act = (action: string, body: object) => api.post(`/__admin/actions/${action}`).send(body);

beforeEach(async () => {
  await api.post('/__admin/reset').expect(204);
  await api.put('/__admin/clock').send({ fixed: '2026-01-15T09:30:00Z' }).expect(200);
});

describe.each([
  ['accept-invite', 'accepted'],
  ['revoke-invite', 'revoked'],
  ['expire-invite', 'expired'],
])('%s', (action, status) => {
  test(`changes a pending invite to ${status} once, and then allows another invite to the same address`, async () => {
    const { body: pending } = await invite().expect(201);
    await api.put('/__admin/clock').send({ fixed: LATER }).expect(200);
    const byId = { orgId: ORG, inviteId: pending.id };
    const { body } = await act(action, byId).expect(200);
    expect(body).toEqual({ ...pending, status, updateTime: LATER });
    const { body: problem } = await act(action, byId).expect(409);
    expect(problem.detail).toBe(
      `The invite is ${status}; expected pending. Only a pending invite can become ${status}.`,
    );
    await act(action, { email: EMAIL }).expect(404);
    await invite().expect(201);
  });

  test('finds a pending invite by its email address', async () => {
    const { body: pending } = await invite().expect(201);
    const { body } = await act(action, { email: EMAIL }).expect(200);
    expect(body).toMatchObject({ id: pending.id, status });
  });
});

test('requires orgId if an address has pending invites to several organizations', async () => {
  const { body: org } = await api.post('/__admin/state/orgs').send({}).expect(201);
  await invite().expect(201);
  await invite(org.id).expect(201);
  const { body } = await act('accept-invite', { email: EMAIL }).expect(409);
  expect(body.detail).toContain(org.id);
  expect((await act('accept-invite', { email: EMAIL, orgId: org.id }).expect(200)).body.parentId).toBe(org.id);
});

test('rejects the acceptance of an expired invite', async () => {
  const { body } = await invite().expect(201);
  await api
    .post('/__admin/clock/advance')
    .send({ seconds: 7 * 86_400 })
    .expect(200);
  await act('accept-invite', { orgId: ORG, inviteId: body.id }).expect(409);
  await act('accept-invite', { email: EMAIL }).expect(404);
});

test.each([
  [{}, 400],
  [{ inviteId: 'x' }, 400],
  [{ orgId: ORG }, 400],
  [{ orgId: ORG, inviteId: 'x', email: EMAIL }, 400],
  [{ mail: EMAIL }, 400],
  [{ orgId: ORG, inviteId: 'x' }, 404],
  [{ email: 'unknown@example.com' }, 404],
])('responds to the request body %j of the action acceptInvite with status %i', async (body, status) => {
  await act('accept-invite', body).expect(status);
});

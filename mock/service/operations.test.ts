import supertest from 'supertest';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createMock } from '../../test/helpers/mock.ts';
import type { Clock } from '../core/clock.ts';

/** Tests of the behaviour of the mock that the conformance suite cannot see or does not judge. */

const time = { now: Date.parse('2026-01-15T09:30:00.000Z') };
const clock: Clock = { now: () => new Date(time.now) };
const mock = await createMock({ clock, seed: 1 });
afterAll(() => mock.close());

const api = supertest(mock.app);
const KEY = { 'X-Api-Key': 'test-key' };
const PROJECT = '11111111-1111-4111-8111-111111111111';
const ORG = '33333333-3333-4333-8333-333333333333';
const INTEGRATION = '44444444-4444-4444-8444-444444444444';

beforeEach(async () => {
  await api.post('/__admin/reset').expect(204);
});

async function state() {
  return (await api.get('/__admin/state').expect(200)).body;
}

function integration(name: string) {
  return {
    name,
    provider: 'salesforce',
    latestRevision: { specVersion: '1.0.0', content: { name, provider: 'salesforce' } },
  };
}

describe('createIntegration', () => {
  test('returns the ID of the new integration in the header Location (D32)', async () => {
    const { headers } = await api
      .post('/v1/projects/demo-project/integrations')
      .set(KEY)
      .send(integration('a'))
      .expect(201);
    const { integrations } = await state();
    expect(headers.location).toBe(
      `/v1/projects/demo-project/integrations/${integrations.find(({ name }: { name: string }) => name === 'a').id}`,
    );
  });

  test('ignores unknown properties of a new integration (D10)', async () => {
    await api
      .post(`/v1/projects/${PROJECT}/integrations`)
      .set(KEY)
      .send({ ...integration('b'), secret: 'x' })
      .expect(201);
    expect(JSON.stringify(await state())).not.toContain('secret');
  });
});

describe('the upsert of object metadata', () => {
  const path = `/v1/projects/demo-project/integrations/${INTEGRATION}/object-metadata`;
  const field = (more: object = {}) => ({ fieldName: 'tier', displayName: 'Tier', valueType: 'string', ...more });
  const put = (fields: object) => api.put(path).set(KEY).send({ groupRef: 'g', fields });

  test('returns for each field whether the upsert creates, updates or keeps the field (D66)', async () => {
    expect((await put({ contact: [field()] })).body.fields.contact.tier).toEqual({
      fieldName: 'tier',
      action: 'create',
    });
    expect((await put({ contact: [field()] })).body.fields.contact.tier.action).toBe('none');
    expect((await put({ contact: [field({ description: 'new' })] })).body.fields.contact.tier.action).toBe('update');
  });

  test('keeps the fields of different groups, objects, integrations and providers separate', async () => {
    await put({ contact: [field()] });
    const actions = [
      await put({ account: [field()] }),
      await api
        .put(path)
        .set(KEY)
        .send({ groupRef: 'h', fields: { contact: [field()] } }),
      await api
        .put('/v1/projects/demo-project/providers/salesforce/object-metadata')
        .set(KEY)
        .send({ groupRef: 'g', fields: { contact: [field()] } }),
    ].map(({ body }) => Object.values<{ tier: { action: string } }>(body.fields)[0]?.tier.action);
    expect(actions).toEqual(['create', 'create', 'create']);
  });

  test('accepts an empty list of fields without changes (D67)', async () => {
    expect((await put({}).expect(200)).body).toEqual({ success: true, fields: {} });
  });

  test('creates fields of an object with the name __proto__', async () => {
    const { text } = await api
      .put(path)
      .set(KEY)
      .set('Content-Type', 'application/json')
      .send(
        '{"groupRef": "g", "fields": {"__proto__": [{"fieldName": "__proto__", "displayName": "P", "valueType": "string"}]}}',
      );
    expect(text).toBe(
      '{"success":true,"fields":{"__proto__":{"__proto__":{"fieldName":"__proto__","action":"create"}}}}',
    );
  });

  test.each([
    ['restricted values without values', [field({ stringOptions: { valuesRestricted: true } })]],
    [
      'a default value that is not among the values',
      [field({ stringOptions: { valuesRestricted: true, values: ['a'], defaultValue: 'b' } })],
    ],
    ['a default value longer than the length', [field({ stringOptions: { length: 1, defaultValue: 'ab' } })]],
    ['a duplicate field', [field(), field()]],
  ])('rejects an upsert of %s with 422, and keeps the state unchanged (D68)', async (_, fields) => {
    const before = await state();
    await put({ contact: fields }).expect(422);
    expect(await state()).toEqual(before);
  });
});

describe('updateJwtKey', () => {
  test('increases updateTime even if the clock stops or goes back (D44)', async () => {
    const example = mock.contract.operation('createJwtKey')?.requestBody?.content[0]?.examples[0]?.value;
    const { body } = await api
      .post('/v1/projects/demo-project/jwt-keys')
      .set(KEY)
      .send(example as object);
    const patch = () =>
      api
        .patch(`/v1/projects/demo-project/jwt-keys/${body.kid}`)
        .set(KEY)
        .send({ updateMask: ['active'], jwtKey: { active: true } });
    const first = (await patch()).body;
    time.now -= 60_000;
    const second = (await patch()).body;
    expect(first.updateTime > first.createTime).toBe(true);
    expect(second.updateTime > first.updateTime).toBe(true);
  });
});

test('generates identifiers from the seed of the mock, and generates the same identifiers again after a reset', async () => {
  const invite = async (email: string) => (await api.post(`/v1/orgs/${ORG}/invites`).set(KEY).send({ email })).body.id;
  const ids = [await invite('a@example.com'), await invite('b@example.com')];
  await api.post('/__admin/reset');
  expect([await invite('a@example.com'), await invite('b@example.com')]).toEqual(ids);
  expect(ids[0]).not.toBe(ids[1]);
});

describe('a problem', () => {
  test('lists every violation in a problem document with pointer, expected value and rule (D25)', async () => {
    const { body } = await api
      .post('/v1/projects/demo-project/jwt-keys')
      .set(KEY)
      .send({ name: 'x', algorithm: 'RSA', publicKeyPem: 42 })
      .expect(400);
    expect(body.issues).toMatchObject([
      {
        in: 'body',
        pointer: '/label',
        detail: 'label is required.',
        hint: '`name` is not in the contract; use `label` (D51).',
        rule: 'D50',
        expected: 'the property label',
        actual: 'nothing',
      },
      { in: 'body', pointer: '/algorithm', rule: 'D52', expected: 'one of "RS256"', actual: '"RSA"' },
      { in: 'body', pointer: '/publicKeyPem', rule: 'D50', expected: 'a string', actual: '42' },
    ]);
  });

  test('reports one violation for a value that violates a format and a pattern (D55)', async () => {
    const { body } = await api
      .post('/v1/projects/demo-project/jwt-keys')
      .set(KEY)
      .send({ label: 'x', algorithm: 'RS256', publicKeyPem: 'none' })
      .expect(400);
    expect(body.issues).toMatchObject([{ pointer: '/publicKeyPem', rule: 'D55' }]);
    expect(body.detail).toBe('publicKeyPem: expected a PEM-encoded RSA public key, got "none" (D55).');
  });

  test('links each problem document to a page about its problem type with href', async () => {
    const { body } = await api.get('/v1/orgs/x/invites').set(KEY).expect(405);
    const page = await api.get(new URL(body.href).pathname).expect(200);
    expect(page.type).toBe('text/html');
    expect(page.text).toContain('Method not allowed');
    expect(page.text).toContain('D09');
  });

  test('writes a valid href into a problem document even if the header Host is invalid', async () => {
    const { body } = await api.get('/nothing').set('Host', 'a b"<c>').expect(404);
    expect(URL.canParse(body.href)).toBe(true);
    expect(body.href).not.toContain('<');
  });

  test('rejects a request body one byte above the limit with 413, and accepts a body at the limit (D14)', async () => {
    const body = (length: number) => `{"email": "${'x'.repeat(length - 13)}"}`;
    const send = (length: number) =>
      api.post(`/v1/orgs/${ORG}/invites`).set(KEY).set('Content-Type', 'application/json').send(body(length));
    await send(2 ** 20 + 1).expect(413);
    await send(2 ** 20).expect(400);
  });
});

describe('the control API', () => {
  test('returns the name of the mock and the contract in the health check', async () => {
    const { body } = await api.get('/__admin/health').expect(200);
    expect(body).toMatchObject({
      name: 'integration-contract',
      status: 'ok',
      contract: { version: mock.contract.document.version },
    });
  });

  test('restores an exported state completely through the control API', async () => {
    await api.post(`/v1/orgs/${ORG}/invites`).set(KEY).send({ email: 'a@example.com' }).expect(201);
    const snapshot = await state();
    await api.post('/__admin/reset').expect(204);
    expect((await state()).invites).toEqual([]);
    await api.put('/__admin/state').send(snapshot).expect(204);
    expect(await state()).toEqual(snapshot);
    await api.post(`/v1/orgs/${ORG}/invites`).set(KEY).send({ email: 'a@example.com' }).expect(409);
  });

  test('rejects a state that violates the schema or has invalid references, and keeps the previous state', async () => {
    const before = await state();
    await api
      .put('/__admin/state')
      .send({ projects: [{ id: 'no-uuid', name: 'x' }] })
      .expect(400);
    await api
      .put('/__admin/state')
      .send({ installations: [{ id: 'i', projectId: 'p', integrationId: 'q' }] })
      .expect(422);
    expect(await state()).toEqual(before);
  });

  test('creates an installation through the control API with the name of its project instead of the ID', async () => {
    const { body } = await api
      .post('/__admin/state/installations')
      .send({ projectId: 'demo-project', integrationId: INTEGRATION })
      .expect(201);
    await api
      .delete(`/v1/projects/${PROJECT}/integrations/${INTEGRATION}/installations/${body.id}`)
      .set(KEY)
      .expect(204);
    await api
      .post('/__admin/state/installations')
      .send({ projectId: 'unknown', integrationId: INTEGRATION })
      .expect(422);
  });
});

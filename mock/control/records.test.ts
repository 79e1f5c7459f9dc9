import supertest from 'supertest';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createMock } from '../../test/helpers/mock.ts';

/** Tests of the operations on single records in the control API. */

const mock = await createMock({ seed: 1 });
afterAll(() => mock.close());
const api = supertest(mock.app);
const KEY = { 'X-Api-Key': 'test-key' };

const NOW = '2026-01-15T09:30:00.000Z';
const PROJECT = '11111111-1111-4111-8111-111111111111';
const ORG = '33333333-3333-4333-8333-333333333333';
const INTEGRATION = '44444444-4444-4444-8444-444444444444';
const INSTALLATION = '55555555-5555-4555-8555-555555555551';
const UNKNOWN = '99999999-9999-4999-8999-999999999999';
const example = mock.contract.operation('createJwtKey')?.requestBody?.content[0]?.examples[0]?.value;
const { publicKeyPem } = example as { publicKeyPem: string };
const latestRevision = { specVersion: '1.0.0', content: { name: 'n', provider: 'hubspot' } };
const definition = { fieldName: 'tier', displayName: 'Tier', valueType: 'string' };

const at = (path: string) => `/__admin/state/${path}`;
const create = (kind: string, body: object) => api.post(at(kind)).send(body);
const items = async (path: string) => (await api.get(at(path)).expect(200)).body.items;

beforeEach(async () => {
  await api.post('/__admin/reset').expect(204);
  await api.put('/__admin/clock').send({ fixed: NOW }).expect(200);
});

/**
 * The test data of each kind of record: the body of a request that creates a record, the expected record, and a patch.
 */
const KINDS = [
  { kind: 'projects', given: { name: 'billing' }, expected: { name: 'billing' }, change: { name: 'paying' } },
  { kind: 'orgs', given: {}, expected: {} },
  { kind: 'providers', given: { name: 'pipe drive/é' }, expected: { name: 'pipe drive/é' } },
  {
    kind: 'integrations',
    given: { projectId: 'demo-project', name: 'n', provider: 'hubspot', latestRevision },
    expected: { projectId: PROJECT, name: 'n', provider: 'hubspot', latestRevision },
    change: { provider: 'salesforce' },
  },
  {
    kind: 'installations',
    given: { projectId: 'demo-project', integrationId: INTEGRATION },
    expected: { projectId: PROJECT, integrationId: INTEGRATION },
  },
  {
    kind: 'jwt-keys',
    given: { projectId: 'demo-project', label: 'Mine', publicKeyPem },
    expected: {
      projectId: PROJECT,
      label: 'Mine',
      publicKeyPem,
      algorithm: 'RSA',
      active: true,
      createTime: NOW,
      updateTime: NOW,
    },
    change: { active: false },
  },
  {
    kind: 'invites',
    given: { parentId: ORG, invitedEmail: 'ada@example.com' },
    expected: { parentId: ORG, invitedEmail: 'ada@example.com', parentType: 'org', status: 'pending', createTime: NOW },
    change: { status: 'revoked', updateTime: NOW },
  },
  {
    kind: 'fields',
    given: {
      projectId: 'demo-project',
      owner: 'integration',
      ownerId: INTEGRATION,
      groupRef: 'g',
      objectName: 'a/b',
      definition,
    },
    expected: {
      projectId: PROJECT,
      owner: 'integration',
      ownerId: INTEGRATION,
      groupRef: 'g',
      objectName: 'a/b',
      definition,
    },
    change: { definition: { ...definition, displayName: 'Level' } },
  },
];

describe.each(KINDS)('the records $kind', ({ kind, given, expected, change }) => {
  test('creates, reads, changes and deletes a record', async () => {
    const { body, headers } = await create(kind, given).expect(201);
    expect(body).toMatchObject(expected);
    const path = headers.location ?? '';
    expect((await api.get(path).expect(200)).body).toEqual(body);
    expect(await items(kind)).toContainEqual(body);
    const after = { ...body, ...change };
    if (change) expect((await api.patch(path).send(change).expect(200)).body).toEqual(after);
    else await api.patch(path).send({}).expect(405);
    expect((await api.get(path).expect(200)).body).toEqual(after);
    await api.delete(path).expect(204);
    await api.get(path).expect(404);
    await api.delete(path).expect(404);
    expect(await items(kind)).not.toContainEqual(after);
  });

  test('creates a deleted record again from its exported values, and rejects a second creation of this record', async () => {
    const { body, headers } = await create(kind, given).expect(201);
    await api.delete(headers.location ?? '').expect(204);
    expect((await create(kind, body).expect(201)).body).toEqual(body);
    const { body: problem } = await create(kind, body).expect(409);
    expect(problem.detail).toMatch(/already/);
  });

  test('rejects a new record with an unknown property', async () => {
    const { body } = await create(kind, { ...given, typo: 1 }).expect(400);
    expect(body.detail).toContain('typo is an unknown property');
  });
});

test('rejects a misspelt nested property in a new record and in a patch', async () => {
  const misspelt = { latestRevision: { ...latestRevision, content: { ...latestRevision.content, displayname: 'x' } } };
  const created = await create('integrations', { projectId: PROJECT, name: 'n', provider: 'p', ...misspelt }).expect(
    400,
  );
  const changed = await api
    .patch(at(`integrations/demo-project/${INTEGRATION}`))
    .send(misspelt)
    .expect(400);
  for (const { body } of [created, changed]) expect(body.detail).toContain('use `displayName`');
});

test('creates records through the control API that the operations of the service find', async () => {
  const { body: project } = await create('projects', { name: 'billing' }).expect(201);
  await create('integrations', { projectId: 'billing', id: 'mine', name: 'n', provider: 'hubspot', latestRevision });
  await api
    .put(`/v1/projects/${project.id}/integrations/mine/object-metadata`)
    .set(KEY)
    .send({ groupRef: 'g', fields: {} })
    .expect(200);
});

describe('a renamed project', () => {
  const keys = (name: string) =>
    api
      .post(`/v1/projects/${name}/jwt-keys`)
      .set(KEY)
      .send(example as object);

  test('finds a renamed project only by its new name', async () => {
    await api.patch(at('projects/demo-project')).send({ name: 'renamed' }).expect(200);
    await keys('renamed').expect(201);
    await keys('demo-project').expect(404);
    await create('projects', { name: 'demo-project' }).expect(201);
  });

  test('rejects a new name of a project if another project has the name', async () => {
    const { body } = await api.patch(at('projects/demo-project')).send({ name: 'other-project' }).expect(409);
    expect(body.detail).toBe('A project named other-project already exists.');
    await keys('demo-project').expect(201);
  });
});

describe('uniqueness', () => {
  test('rejects a second integration with the same name in a project, and accepts the name in another project', async () => {
    const integration = { name: 'demo-integration', provider: 'hubspot', latestRevision };
    await create('integrations', { ...integration, projectId: 'demo-project' }).expect(409);
    await create('integrations', { ...integration, projectId: 'other-project' }).expect(201);
  });

  test('rejects a second pending invite to an address, and accepts an invite with another status', async () => {
    const invite = { parentId: ORG, invitedEmail: 'ada@example.com' };
    await create('invites', invite).expect(201);
    await create('invites', invite).expect(409);
    const { body } = await create('invites', { ...invite, status: 'accepted' }).expect(201);
    await api
      .patch(at(`invites/${ORG}/${body.id}`))
      .send({ status: 'pending' })
      .expect(409);
  });

  test('accepts a new invite to an address after the old invite has expired', async () => {
    const invite = { parentId: ORG, invitedEmail: 'ada@example.com' };
    const { body } = await create('invites', invite).expect(201);
    await api
      .post('/__admin/clock/advance')
      .send({ seconds: 7 * 86_400 })
      .expect(200);
    await create('invites', invite).expect(201);
    expect((await api.get(at(`invites/${ORG}/${body.id}`))).body.status).toBe('expired');
  });
});

test.each([
  ['integrations', { projectId: UNKNOWN, name: 'n', provider: 'hubspot', latestRevision }],
  ['installations', { projectId: 'demo-project', integrationId: UNKNOWN }],
  ['installations', { projectId: 'other-project', integrationId: INTEGRATION }],
  ['jwt-keys', { projectId: 'unknown', label: 'l', publicKeyPem }],
  ['invites', { parentId: UNKNOWN, invitedEmail: 'a@example.com' }],
  ['fields', { projectId: PROJECT, owner: 'provider', ownerId: 'unknown', groupRef: 'g', objectName: 'o', definition }],
])(
  'rejects a record of the kind %s that refers to a nonexistent record, and consumes no identifier: %j',
  async (kind, body) => {
    const invite = async () =>
      (await create('invites', { parentId: ORG, invitedEmail: 'i@example.com' }).expect(201)).body.id;
    const first = await invite();
    await api.post('/__admin/reset').expect(204);
    await create(kind, body).expect(422);
    expect(await invite()).toBe(first);
  },
);

test('rejects an identifier with half a surrogate pair', async () => {
  const { body } = await api
    .post(at('providers'))
    .set('Content-Type', 'application/json')
    .send(String.raw`{"name": "a\ud83d"}`)
    .expect(400);
  expect(body.detail).toContain('half a surrogate pair');
});

describe('a patch of a record', () => {
  const path = at(`integrations/demo-project/${INTEGRATION}`);

  test('adds, changes and deletes the properties that a patch contains, and keeps all other properties', async () => {
    await api
      .patch(path)
      .send({ latestRevision: { content: { displayName: 'Demo', module: 'crm' } } })
      .expect(200);
    const { body } = await api
      .patch(path)
      .send({ latestRevision: { content: { displayName: null } } })
      .expect(200);
    expect(body.latestRevision).toEqual({
      specVersion: '1.0.0',
      content: { name: 'demo-integration', provider: 'salesforce', module: 'crm' },
    });
  });

  test.each([
    [{ latestRevision: { content: { proxy: { enabled: 'yes' } } } }, '/latestRevision/content/proxy/enabled'],
    [{ latestRevision: { specVersion: null } }, '/latestRevision/specVersion'],
    [{ name: '' }, '/name'],
    [{ id: 'another' }, '/id'],
  ])('rejects a patch that makes the record violate the schema: %j', async (patch, pointer) => {
    const before = await items('integrations');
    const { body } = await api.patch(path).send(patch).expect(400);
    expect(body.issues).toMatchObject([{ in: 'body', pointer }]);
    expect(await items('integrations')).toEqual(before);
  });

  test('rejects a patch that changes the key of a record of the kind field', async () => {
    const field = {
      projectId: PROJECT,
      owner: 'provider',
      ownerId: 'hubspot',
      groupRef: 'g',
      objectName: 'o',
      definition,
    };
    const { headers } = await create('fields', field).expect(201);
    const { body } = await api
      .patch(headers.location ?? '')
      .send({ definition: { fieldName: 'other' } })
      .expect(422);
    expect(body.detail).toContain('Delete the field and create a new field');
  });

  test('rejects a very deep patch with 400', async () => {
    const patch = `{"latestRevision":${'{"name":'.repeat(50_000)}1${'}'.repeat(50_000)}}`;
    await api.patch(path).set('Content-Type', 'application/json').send(patch).expect(400);
  });
});

describe('the deletion of a record with dependents', () => {
  test.each([
    ['projects/demo-project', ['integration 44444444', 'installation 55555555']],
    [`integrations/demo-project/${INTEGRATION}`, ['installation 55555555', 'field tier']],
    [`orgs/${ORG}`, ['invite ']],
    ['providers/hubspot', ['field tier']],
  ])(
    'rejects the deletion of %s because of dependent records, and with cascade=true also deletes the dependent records',
    async (path, names) => {
      await create('invites', { parentId: ORG, invitedEmail: 'ada@example.com' }).expect(201);
      const field = { projectId: PROJECT, groupRef: 'g', objectName: 'o', definition };
      await create('fields', { ...field, owner: 'integration', ownerId: INTEGRATION }).expect(201);
      await create('fields', { ...field, owner: 'provider', ownerId: 'hubspot' }).expect(201);
      const { body: before } = await api.get('/__admin/state');
      const { body } = await api.delete(at(path)).expect(409);
      for (const name of names) expect(body.detail).toContain(name);
      expect((await api.get('/__admin/state')).body).toEqual(before);

      await api.delete(at(`${path}?cascade=true`)).expect(204);
      const { body: after } = await api.get('/__admin/state');
      expect(after).not.toEqual(before);
      await api.put('/__admin/state').send(after).expect(204);
    },
  );

  test('accepts new records with the names of deleted records', async () => {
    await api.delete(at('projects/demo-project?cascade=true')).expect(204);
    await create('projects', { id: PROJECT, name: 'demo-project' }).expect(201);
    const integration = { projectId: PROJECT, name: 'demo-integration', provider: 'hubspot', latestRevision };
    await create('integrations', integration).expect(201);
  });

  test('names only ten dependent records in the problem document if a record has more dependent records', async () => {
    for (let n = 0; n < 12; n++) await create('installations', { projectId: PROJECT, integrationId: INTEGRATION });
    const { body } = await api.delete(at(`integrations/demo-project/${INTEGRATION}`)).expect(409);
    expect(body.detail.match(/installation /g)).toHaveLength(10);
    expect(body.detail).toContain('and more');
  });
});

describe('a list of records', () => {
  test('returns pages of a list that together contain every record once', async () => {
    for (let n = 0; n < 7; n++)
      await create('jwt-keys', { projectId: PROJECT, label: `${n}`, publicKeyPem }).expect(201);
    const parts: string[][] = [];
    let next: string | undefined;
    do {
      const { body } = await api
        .get(at('jwt-keys'))
        .query({ limit: 3, ...(next && { after: next }) })
        .expect(200);
      parts.push(body.items.map(({ id }: { id: string }) => id));
      next = body.next;
    } while (next !== undefined);
    expect(parts.map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(parts.flat()).toEqual((await items('jwt-keys')).map(({ id }: { id: string }) => id));
  });

  test('lists the newest records first, and returns the next page even if the last record on the previous page was deleted', async () => {
    const labels = ['b', 'c', 'a', 'd'];
    for (const [index, label] of labels.entries()) {
      await api.put('/__admin/clock').send({ fixed: `2026-01-0${Math.min(index + 1, 3)}T00:00:00Z` });
      await create('jwt-keys', { projectId: 'demo-project', label, publicKeyPem }).expect(201);
    }
    const page = async (after?: string) =>
      (
        await api
          .get(at('jwt-keys'))
          .query({ order: 'newest', limit: 2, ...(after && { after }) })
          .expect(200)
      ).body;
    const first = await page();
    expect(first.items.map(({ label }: { label: string }) => label).sort()).toEqual(['a', 'd']);
    await api.delete(at(`jwt-keys/demo-project/${first.items[1].id}`)).expect(204);
    const second = await page(first.next);
    expect(second).toEqual({
      items: [expect.objectContaining({ label: 'c' }), expect.objectContaining({ label: 'b' })],
    });
  });

  test('lists the records of the parent whose ID or name the query contains', async () => {
    await create('jwt-keys', { projectId: 'other-project', label: 'other', publicKeyPem }).expect(201);
    expect(await items('jwt-keys?projectId=other-project')).toHaveLength(1);
    expect(await items(`jwt-keys?projectId=${PROJECT}`)).toEqual([]);
    expect(await items('jwt-keys?projectId=unknown')).toEqual([]);
    expect(await items(`installations?projectId=${PROJECT}&integrationId=${INTEGRATION}`)).toHaveLength(3);
  });

  test.each([
    ['installations?integrationId=x', 'integrationId requires projectId'],
    ['jwt-keys?project=x', 'did you mean `projectId`'],
    ['jwt-keys?after=x', 'after is not a valid cursor'],
    ['jwt-keys?order=oldest', 'order'],
    ['orgs?order=newest', 'order'],
    ['jwt-keys?limit=0', 'limit'],
    ['jwt-keys?limit=1&limit=2', 'limit'],
    ['fields?projectId=x&owner=unknown', 'owner'],
  ])('rejects a request for the list %s', async (path, reason) => {
    const { body } = await api.get(at(path)).expect(400);
    expect(body.detail).toContain(reason);
  });
});

test('responds with 404 if a record in the path does not exist', async () => {
  await api.get(at(`jwt-keys/unknown/${UNKNOWN}`)).expect(404);
  await api.get(at(`installations/other-project/${INTEGRATION}/${INSTALLATION}`)).expect(404);
  await api.get(at(`installations/demo-project/${INTEGRATION}/${INSTALLATION}`)).expect(200);
});

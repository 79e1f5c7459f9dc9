import { createHash } from 'node:crypto';
import supertest from 'supertest';
import { afterAll, expect, test } from 'vitest';
import { createMock } from '../../../test/helpers/mock.ts';
import type { PageData } from './types.ts';

const mock = await createMock();
const guarded = await createMock({ adminToken: 's3cret' });
afterAll(() => Promise.all([mock.close(), guarded.close()]));
const api = supertest(mock.app);

test.each(['', '/sandboxes/a'])('redirects %s/__admin to the admin page', async (base) => {
  const { headers } = await api.get(`${base}/__admin`).expect(302);
  expect(headers.location).toBe(`${base}/__admin/`);
  await api
    .get(`${base}/__admin/`)
    .expect(200)
    .expect('Content-Type', /^text\/html/);
});

test('serves every file of the admin page with its media type', async () => {
  const { text } = await api.get('/__admin/').expect(200);
  const [, importMap = ''] = /<script type="importmap">(.*?)<\/script>/.exec(text) ?? [];
  const libraries: Record<string, string> = JSON.parse(importMap).imports;
  const found = new Set([...text.matchAll(/(?:href|src)="(page\/[^"]+)"/g)].map(([, path]) => `/__admin/${path}`));
  for (const path of found) {
    const { text: source, type } = await api.get(path).buffer(true).expect(200);
    expect([path, type]).toEqual([
      path,
      { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' }[path.split('.').at(-1) ?? ''],
    ]);
    for (const [, name = ''] of (source ?? '').matchAll(/^import\b[^'";]*['"]([^'"]+)['"]/gm)) {
      const base = libraries[name] === undefined ? path : '/__admin/';
      found.add(new URL(libraries[name] ?? name, `http://mock${base}`).pathname);
    }
  }
  expect(found.size).toBeGreaterThan(40);
});

test.each<[string, string | undefined, Record<string, string>]>([
  ['a browser on this machine', 'test-key', {}],
  ['no browser that uses another host name', undefined, { Host: 'mock.example' }],
  ['no browser behind a proxy', undefined, { 'X-Forwarded-For': '203.0.113.7' }],
])('offers the API key of the mock to %s', async (_, apiKey, headers) => {
  const { text } = await supertest(guarded.app).get('/__admin/').set(headers).expect(200);
  const [, data = ''] = /id="data">(.*?)<\/script>/.exec(text) ?? [];
  expect(JSON.parse(data).apiKey).toBe(apiKey);
});

test('restricts the scripts of the admin page to the files of the mock and the import map', async () => {
  const { text, headers } = await api.get('/__admin/').expect(200);
  const [, importMap = ''] = /<script type="importmap">(.*?)<\/script>/.exec(text) ?? [];
  const hash = createHash('sha256').update(importMap).digest('base64');
  const policy = Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((directive) => directive.split(/ (.*)/)),
  );
  expect(policy).toMatchObject({
    'default-src': "'none'",
    'script-src': `'self' 'sha256-${hash}'`,
    'style-src': "'self'",
    'connect-src': "'self'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
  });
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
});

test.each(['/__admin/page/nothing.js', '/__admin/page/../page-router.ts', '/__admin/page/', '/__admin/nothing'])(
  'responds with 404 to a request for the nonexistent file %s',
  async (path) => {
    await api
      .get(path)
      .expect(404)
      .expect('Content-Type', /problem\+json/);
  },
);

test('requires browsers to request each file of the admin page again before they use a stored copy', async () => {
  for (const path of ['', 'page/main.js', 'page/libraries/preact.js']) {
    const { headers } = await api.get(`/__admin/${path}`).expect(200);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache' });
    expect([headers.etag, headers['last-modified']]).toEqual([undefined, undefined]);
  }
});

test('allows only clients on this machine to load the admin page if the mock has no admin token', async () => {
  for (const path of ['/__admin/', '/__admin/page/main.js'])
    await api
      .get(path)
      .set('Host', 'evil.example')
      .expect(403)
      .expect('Content-Type', /problem\+json/);
});

test('allows every client to load the admin page, but not to use the control API, if the mock has an admin token', async () => {
  const client = supertest(guarded.app);
  for (const path of ['/__admin/', '/__admin/page/main.js']) await client.get(path).set('Host', 'mock.lan').expect(200);
  for (const path of ['/__admin/state', '/__admin/pages', '/__admin/page'])
    await client.get(path).set('Host', 'mock.lan').expect(401);
});

test('embeds the columns and actions of each kind of record in the admin page', async () => {
  const { text } = await api.get('/__admin/').expect(200);
  const [, json = ''] = /<script type="application\/json" id="data">(.*?)<\/script>/.exec(text) ?? [];
  const { kinds, settings } = JSON.parse(json) as PageData;
  const kind = (path: string) => kinds.find((one) => one.path === path);
  expect(kind('jwt-keys')).toMatchObject({
    title: 'JWT keys',
    noun: 'JWT key',
    key: ['/projectId', '/id'],
    actions: [],
  });
  expect(kind('jwt-keys')?.columns.slice(0, 2)).toEqual([
    ['Label', '/label'],
    ['Active', '/active'],
  ]);
  expect(kind('invites')?.actions[0]).toEqual({
    ...{ title: 'Accept', path: '/actions/accept-invite', names: ['orgId', 'inviteId'], when: { status: 'pending' } },
  });
  expect(kinds.filter(({ fixed }) => fixed).map(({ path }) => path)).toEqual(['orgs', 'providers', 'installations']);
  expect(settings.map(({ name }) => name)).toEqual(['inviteLifetimeSeconds']);
});

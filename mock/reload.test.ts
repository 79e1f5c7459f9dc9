import { copyFileSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { createMock, OPENAPI_FILE } from '../test/helpers/mock.ts';
import { watchFiles } from './watch.ts';

const folder = mkdtempSync(join(tmpdir(), 'reload-'));
const PROJECT = '11111111-1111-4111-8111-111111111111';

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const seedOf = (name: string) => `projects:\n  - id: ${PROJECT}\n    name: ${name}\n`;

describe('the option seedFile', () => {
  test('creates sandboxes with the records in the option seedFile', async () => {
    const mock = await createMock({ seedFile: file('mine.yaml', seedOf('mine')) });
    const { body } = await supertest(mock.app).get('/__admin/state').expect(200);
    expect(body.projects).toEqual([{ id: PROJECT, name: 'mine' }]);
    expect(body.orgs).toEqual([]);
    await mock.close();
  });

  test.each([
    ['a value that violates its schema', 'projects:\n  - id: none\n    name: x\n', ':2:5: projects.0.id: expected'],
    ['an unknown list', `${seedOf('x')}jwtkeys: []\n`, ':4:1: jwtkeys is an unknown property'],
    [
      'a reference to a nonexistent record',
      `${seedOf('x')}installations:\n  - id: i\n    projectId: ${PROJECT}\n    integrationId: j\n`,
      ':5:5: installations.0: project',
    ],
    [
      'a duplicate record',
      `${seedOf('x')}  - id: ${PROJECT}\n    name: y\n`,
      `:4:5: projects.1: project ${PROJECT} exists twice.`,
    ],
    ['invalid YAML', 'projects: [', ':1:12: is neither YAML nor JSON'],
  ])('rejects a seed file with %s, and shows the line of the error', async (name, text, message) => {
    const path = file(`${name.replaceAll(' ', '-')}.yaml`, text);
    await expect(createMock({ seedFile: path })).rejects.toThrow(path + message);
  });

  test('rejects a nonexistent file in the option seedFile', async () => {
    await expect(createMock({ seedFile: join(folder, 'none.yaml') })).rejects.toThrow('the file does not exist');
  });
});

describe('the option world', () => {
  test('creates sandboxes with the records in the option world, such as the exported state of another mock', async () => {
    const world = { projects: [{ id: PROJECT, name: 'mine' }] };
    const mock = await createMock({ world });
    const { body } = await supertest(mock.app).get('/sandboxes/new/__admin/state').expect(200);
    expect(body).toMatchObject({ ...world, orgs: [] });
    const copy = await createMock({ world: body });
    expect((await supertest(copy.app).get('/__admin/state')).body).toEqual(body);
    await Promise.all([mock.close(), copy.close()]);
  });

  test.each<[string, object, string | RegExp]>([
    [
      'a value that violates its schema',
      { projects: [{ id: 'none', name: 'x' }] },
      /^createMock: projects\.0\.id: expected the format uuid, got "none"\.$/,
    ],
    ['an unknown list', { jwtkeys: [] }, 'createMock: jwtkeys is an unknown property'],
    [
      'a duplicate record',
      { projects: ['x', 'y'].map((name) => ({ id: PROJECT, name })) },
      `createMock: projects.1: project ${PROJECT} exists twice.`,
    ],
  ])('rejects %s in the option world', async (_, world, message) => {
    await expect(createMock({ world })).rejects.toThrow(message);
  });
});

describe('reload', () => {
  test('keeps the records of existing sandboxes on reload, and uses the new seed for resets and new sandboxes', async () => {
    const seedFile = file('changing.yaml', seedOf('before'));
    const mock = await createMock({ seedFile });
    const api = supertest(mock.app);
    const name = async (base: string) => (await api.get(`${base}/__admin/state`)).body.projects[0].name;
    expect(await name('')).toBe('before');
    file('changing.yaml', seedOf('after'));
    await mock.reload();
    expect([await name(''), await name('/sandboxes/new')]).toEqual(['before', 'after']);
    await api.post('/__admin/reset').expect(204);
    expect(await name('')).toBe('after');
    await mock.close();
  });

  test('serves a changed document after a reload, and keeps the old document if the new document is invalid', async () => {
    const spec = join(folder, 'openapi.yaml');
    copyFileSync(OPENAPI_FILE, spec);
    const mock = await createMock({ spec });
    const api = supertest(mock.app);
    const key = { 'X-Api-Key': 'test-key' };
    const invite = (email: string) =>
      api.post('/v1/orgs/33333333-3333-4333-8333-333333333333/invites').set(key).send({ email });
    await invite('a@example.com').expect(201);
    const text = readFileSync(spec, 'utf8');

    writeFileSync(spec, text.replace('/orgs/{orgId}/invites', '/orgs/{orgId}/invitations'));
    await mock.reload();
    await invite('b@example.com').expect(404);

    writeFileSync(spec, 'openapi: 3.1.0\ninfo: [');
    await expect(mock.reload()).rejects.toThrow(spec);
    await invite('b@example.com').expect(404);

    writeFileSync(spec, text);
    await mock.reload();
    await invite('a@example.com').expect(409);
    await mock.close();
  });
});

test('calls the given function once for several quick changes of a watched file, and again after the file was replaced', async () => {
  const own = mkdtempSync(join(tmpdir(), 'watch-'));
  const path = join(own, 'seed.yaml');
  writeFileSync(path, 'a');
  let calls = 0;
  const unwatch = watchFiles([path], () => calls++);
  for (const text of ['b', 'c', 'd']) writeFileSync(path, text);
  await expect.poll(() => calls).toBe(1);
  writeFileSync(join(own, 'other.tmp'), 'e');
  renameSync(join(own, 'other.tmp'), path);
  await expect.poll(() => calls).toBe(2);
  unwatch();
  writeFileSync(path, 'f');
  await sleep(300);
  expect(calls).toBe(2);
});

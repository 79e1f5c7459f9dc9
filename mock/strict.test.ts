import supertest from 'supertest';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMock } from '../test/helpers/mock.ts';
import type { LogEntry } from './journal/log-entry.ts';

/** Tests of the hints in rejections, and of the treatment of unknown properties and parameters. */

const log: LogEntry[] = [];
const mock = await createMock({ log: (entry) => log.push(entry) });
const strict = await createMock({ strict: true });
afterAll(async () => {
  await mock.close();
  await strict.close();
});

const KEY = { 'X-Api-Key': 'test-key' };
const KEYS = '/v1/projects/demo-project/jwt-keys';
const METADATA = '/v1/projects/demo-project/providers/salesforce/object-metadata';
const INVITES = '/v1/orgs/33333333-3333-4333-8333-333333333333/invites';
const valid = mock.contract.operation('createJwtKey')?.requestBody?.content[0]?.examples[0]?.value as object;
const field = { fieldName: 'tier', displayName: 'Tier', valueType: 'string' };

const post = (path: string, body: object, to = mock) => supertest(to.app).post(path).set(KEY).send(body);
const put = (path: string, body: object, to = mock) => supertest(to.app).put(path).set(KEY).send(body);
const patch = (path: string, body: object, to = mock) => supertest(to.app).patch(path).set(KEY).send(body);

/**
 * Returns the warnings in the log entry of an exchange. Waits for the log entry, since the mock can write the entry
 * after the response.
 */
async function warnings(entries: LogEntry[]): Promise<readonly string[] | undefined> {
  const entry = await vi.waitUntil(() => entries.find(({ status }) => status < 400));
  entries.length = 0;
  return entry.warnings;
}

describe('the hint of a rejection', () => {
  test.each([
    [
      'the common mistake of D51 in the name of a property',
      () => post(KEYS, { ...valid, label: undefined, name: 'x' }),
      '/label',
      '`name` is not in the contract; use `label` (D51).',
    ],
    [
      'the common mistake of D52 in a value',
      () => post(KEYS, { ...valid, algorithm: 'RSA' }),
      '/algorithm',
      '`RSA` is not in the contract; use `RS256` (D52).',
    ],
    [
      'the common mistake of D41 in an update mask',
      () => patch(`${KEYS}/x`, { updateMask: ['name'], jwtKey: {} }),
      '/updateMask/0',
      '`name` is not in the contract; use `label` (D41).',
    ],
    [
      'another letter case',
      () => post(KEYS, { ...valid, algorithm: 'rs256' }),
      '/algorithm',
      '`rs256` is not in the contract; use `RS256`.',
    ],
    [
      'underscores',
      () => post(KEYS, { ...valid, publicKeyPem: undefined, public_key_pem: 'x' }),
      '/publicKeyPem',
      '`public_key_pem` is not in the contract; use `publicKeyPem`.',
    ],
    [
      'a typing mistake',
      () => post(INVITES, { emial: 'a@example.com' }),
      '/email',
      '`emial` is not in the contract; did you mean `email`?',
    ],
    [
      'a nested property',
      () =>
        put(METADATA, { groupRef: 'g', fields: { contact: [{ ...field, displayName: undefined, displayname: 'x' }] } }),
      '/fields/contact/0/displayName',
      '`displayname` is not in the contract; use `displayName`.',
    ],
  ])('suggests a correction in the hint for %s', async (_, send, pointer, hint) => {
    const { body } = await send().expect(400);
    expect(body.issues[0]).toMatchObject({ pointer, hint });
    expect(body.detail.startsWith(`${hint} `)).toBe(true);
  });

  test('omits the hint if no known name is similar to the unknown name', async () => {
    const { body } = await post(INVITES, { recipient: 'a@example.com' }).expect(400);
    expect(body.issues[0]).not.toHaveProperty('hint');
    expect(body.detail).toBe('email is required (D70).');
  });
});

describe('an unknown property or parameter', () => {
  beforeEach(() => {
    log.length = 0;
  });

  test('accepts an unknown property or parameter with a warning in the log (D10)', async () => {
    await put(METADATA, { groupRef: 'g', note: 1, fields: { contact: [{ ...field, stringoptions: {} }] } }).expect(200);
    expect(await warnings(log)).toEqual([
      'Ignored: note is an unknown property.',
      'Ignored: `stringoptions` is not in the contract; use `stringOptions`.',
    ]);
    await post(`${KEYS}?dryRun=true&__delay=1`, valid).expect(201);
    expect(await warnings(log)).toEqual(['Ignored: Unknown query parameter dryRun.']);
    await post(KEYS, valid).expect(201);
    expect(await warnings(log)).toBeUndefined();
  });

  test('rejects unknown properties and parameters in a strict mock, and lists all of them in `issues`', async () => {
    const fields = { contact: [{ ...field, stringoptions: {} }] };
    const { body } = await put(`${METADATA}?dryRun=true`, { groupRef: 'g', note: 1, fields }, strict).expect(400);
    expect(body.issues).toMatchObject([
      { in: 'query', pointer: '/dryRun' },
      { in: 'body', pointer: '/note', expected: 'no such property', actual: '1' },
      {
        in: 'body',
        pointer: '/fields/contact/0/stringoptions',
        hint: '`stringoptions` is not in the contract; use `stringOptions`.',
      },
    ]);
    expect(body.detail).toBe(
      'Unknown query parameter dryRun. 2 more violations: see `issues`. The mock is strict; the real service ignores unknown properties and parameters (D10).',
    );
  });

  test('lists unknown properties together with violations of the schema in a strict mock', async () => {
    const { body } = await post(KEYS, { ...valid, algorithm: 'RSA', note: 1 }, strict).expect(400);
    expect(body.issues.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/algorithm', '/note']);
  });

  test('accepts in a strict mock any property name in a map of the schema, the query parameters of preferences, and declared properties', async () => {
    await put(METADATA, { groupRef: 'g', fields: { anything: [field] } }, strict).expect(200);
    await post(`${KEYS}?__delay=1`, valid, strict).expect(201);
  });

  test('rejects or accepts an unknown property according to the setting `strict` of the sandbox', async () => {
    const control = supertest(mock.app);
    await control.patch('/sandboxes/careful/__admin/settings').send({ strict: true }).expect(200);
    await post(`/sandboxes/careful${KEYS}`, { ...valid, note: 1 }).expect(400);
    await post(KEYS, { ...valid, note: 1 }).expect(201);
    await supertest(strict.app).patch('/sandboxes/lax/__admin/settings').send({ strict: false }).expect(200);
    await post(`/sandboxes/lax${KEYS}`, { ...valid, note: 1 }, strict).expect(201);
  });
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { declaredFor } from '../src/contract/document/operation.ts';
import { runningTimers } from '../test/helpers/faulty-sandbox.ts';
import { createMock } from '../test/helpers/mock.ts';
import type { LogEntry } from './journal/log-entry.ts';

/** Tests of the preferences of a client (RFC 7240, compatible with Prism). */

const mock = await createMock();
const api = supertest(mock.app);
const KEY = { 'X-Api-Key': 'test-key' };
const KEYS = '/v1/projects/demo-project/jwt-keys';
const ORG = '33333333-3333-4333-8333-333333333333';

/** Sends a request of an operation, with the first example of its request body and with the header Prefer. */
function call(operationId: string, prefer: string, query = '') {
  const operation = mock.contract.operation(operationId);
  if (!operation) throw new Error(`The document has no operation ${operationId}.`);
  const path = mock.contract.basePath + operation.path.replaceAll(/\{\w+\}/g, 'any');
  const request = api[operation.method.toLowerCase() as 'get'](path + query)
    .set(KEY)
    .set('Host', '127.0.0.1:4010');
  if (prefer !== '') request.set('Prefer', prefer);
  const body = operation.requestBody?.content[0]?.examples[0]?.value;
  return body === undefined ? request : request.send(body as object);
}

function example(operationId: string, status: string, name: string): unknown {
  const response = mock.contract.operation(operationId)?.responses.find((one) => one.status === status);
  return response?.content[0]?.examples.find((one) => one.name === name)?.value;
}

async function state() {
  return (await api.get('/__admin/state').expect(200)).body;
}

afterAll(() => mock.close());
beforeEach(async () => {
  await api.post('/__admin/reset').expect(204);
});

describe('Prefer: code', () => {
  const declared = mock.contract.operations.flatMap(({ operationId, responses }) =>
    responses.map(({ status }) => [operationId, status === 'default' ? '503' : status] as const),
  );

  test.each(declared)(
    'returns a response of %s with the declared status %s, and keeps the state unchanged',
    async (operationId, status) => {
      const before = await state();
      const { body, type, headers } = await call(operationId, `code=${status}`).expect(Number(status));
      const operation = mock.contract.operation(operationId);
      const content = operation && declaredFor(operation, Number(status))?.content[0];
      if (content?.schema) {
        expect(type).toBe(content.mediaType);
        expect(mock.contract.validator(content.schema, 'body')(body)).toEqual([]);
      }
      if (Number(status) >= 400) expect(body.status).toBe(Number(status));
      expect(headers['preference-applied']).toBe(`code=${status}`);
      expect(await state()).toEqual(before);
    },
  );

  test('returns the example from the document for the status in Prefer: code', async () => {
    const { body } = await call('createJwtKey', 'code=404').expect(404);
    expect(body).toEqual(example('createJwtKey', '404', 'unknownResource'));
  });

  test('logs the preference', async () => {
    const log: LogEntry[] = [];
    const { app, close } = await createMock({ log: (entry) => log.push(entry) });
    const request = supertest(app).post(`/v1/orgs/${ORG}/invites`).set(KEY).set('Prefer', 'code=503');
    await request.send({ email: 'ada@example.com' }).expect(503);
    await expect.poll(() => log).toMatchObject([{ status: 503, preferenceApplied: 'code=503' }]);
    await close();
  });

  test('returns the headers that the document declares for the status in Prefer: code', async () => {
    expect((await call('createIntegration', 'code=201')).headers.location).toMatch(/\/integrations\//);
    expect((await call('createJwtKey', 'code=405')).headers.allow).toBe('POST');
    expect((await call('createJwtKey', 'code=429')).headers['retry-after']).toBe('1');
    expect((await call('createJwtKey', 'code=500')).headers['retry-after']).toBeUndefined();
  });

  test('generates a problem document for a status that the document declares only with `default`', async () => {
    const { body } = await call('createJwtKey', 'code=418').expect(418);
    expect(body).toMatchObject({
      type: 'urn:integration-contract:problem:im-a-teapot',
      href: 'http://127.0.0.1:4010/problems/im-a-teapot',
      title: "I'm a teapot",
      status: 418,
      detail: 'The document has no example with the status 418.',
    });
  });

  test('rejects an undeclared status in Prefer: code, and lists the declared statuses', async () => {
    const { body } = await call('deleteInstallation', 'code=200').expect(400);
    expect(body.detail).toBe(
      'code is 200; expected a status that deleteInstallation declares: 204, 401, 403, 404, 405, and all other errors (default).',
    );
  });
});

describe('a URL in an example', () => {
  test.each(['mock.test', '999.999.999.999', 'mock.test:99999'])(
    'writes the host of the request into the href of an example: %s',
    async (host) => {
      const { body } = await call('createJwtKey', 'code=404').set('Host', host).expect(404);
      expect(body.href).toBe(`http://${host}/problems/not-found`);
    },
  );

  test.each(['', '/sandboxes/a'])(
    'writes the host of the request and the base path %j into the Location of an example',
    async (base) => {
      const { headers } = await api
        .post(`${base}/v1/projects/demo-project/integrations`)
        .set({ ...KEY, Host: 'mock.test:8080', Prefer: 'code=201' })
        .send(mock.contract.operation('createIntegration')?.requestBody?.content[0]?.examples[0]?.value as object)
        .expect(201);
      expect(headers.location).toMatch(new RegExp(`^http://mock\\.test:8080${base}/v1/projects/`));
    },
  );
});

test('serves a page for the href of every problem document in the examples of the document', async () => {
  const examples = mock.contract.operations.flatMap(({ responses }) =>
    responses.flatMap(({ content }) => content.flatMap(({ examples }) => examples.map(({ value }) => value))),
  );
  const pages = new Set(examples.flatMap((value) => (value as { href?: string } | undefined)?.href ?? []));
  expect(pages.size).toBeGreaterThan(10);
  for (const page of pages) await api.get(new URL(page).pathname).expect(200);
});

describe('Prefer: example', () => {
  test('returns the example that Prefer: code and Prefer: example select', async () => {
    const { body } = await call('createInvite', 'code=409, example=alreadyInvited').expect(409);
    expect(body).toEqual(example('createInvite', '409', 'alreadyInvited'));
  });

  test('returns the example that Prefer: example names, with the status of its response, even if the response is an error', async () => {
    expect((await call('createInvite', 'example=pending').expect(201)).body.status).toBe('pending');
    expect((await call('createInvite', 'example=unknownResource').expect(404)).body.status).toBe(404);
    expect((await call('createInvite', 'example=unavailable').expect(503)).body.status).toBe(503);
  });

  test('rejects a nonexistent example in Prefer: example, and lists the existing examples', async () => {
    const { body } = await call('createJwtKey', 'example=nope').expect(400);
    expect(body.detail).toMatch(
      /^example is nope; expected an example of createJwtKey: registered \(201\), invalidBody \(400\), .*\.$/,
    );
    const { body: of404 } = await call('createJwtKey', 'code=404, example=registered').expect(400);
    expect(of404.detail).toBe(
      'example is registered; expected an example of createJwtKey for 404: unknownResource (404).',
    );
  });
});

describe('Prefer: dynamic', () => {
  test.each(mock.contract.operations)(
    'generates a valid value of every response body of $operationId',
    async (operation) => {
      for (const { status, content } of operation.responses.filter(({ content }) => content.length > 0)) {
        const code = status === 'default' ? 503 : Number(status);
        const { headers, body } = await call(operation.operationId, `dynamic=true, code=${code}`).expect(code);
        expect(headers['preference-applied']).toBe(`code=${code}, dynamic=true`);
        expect(content[0]?.schema && mock.contract.validator(content[0].schema, 'body')(body)).toEqual([]);
      }
    },
  );

  test('generates different values for Prefer: dynamic if the mock has no seed', async () => {
    const kids = [await call('createJwtKey', 'dynamic=true'), await call('createJwtKey', 'dynamic')];
    expect(new Set(kids.map(({ body }) => body.kid)).size).toBe(2);
    expect((await state()).jwtKeys).toEqual([]);
  });

  test('generates the same values for Prefer: dynamic if the seed and the path are the same', async () => {
    const invite = async (seed: number, org: string) => {
      const seeded = await createMock({ seed });
      const request = supertest(seeded.app).post(`/v1/orgs/${org}/invites`).set(KEY).set('Prefer', 'dynamic=true');
      const { body } = await request.send({ email: 'a@example.com' });
      await seeded.close();
      return body;
    };
    const one = await invite(1, 'a');
    expect(await invite(1, 'a')).toEqual(one);
    expect(await invite(1, 'b')).not.toEqual(one);
    expect(await invite(2, 'a')).not.toEqual(one);
  });

  test('ignores dynamic=false, and returns the named example even with dynamic=true', async () => {
    const { headers } = await call('createJwtKey', 'dynamic=false').expect(404);
    expect(headers['preference-applied']).toBeUndefined();
    const named = await call('createJwtKey', 'dynamic=true, example=registered').expect(201);
    expect(named.headers['preference-applied']).toBe('example=registered');
    expect(named.body).toEqual(example('createJwtKey', '201', 'registered'));
  });
});

describe('Prefer: delay', () => {
  test('delays the response of an operation by Prefer: delay', async () => {
    const start = performance.now();
    const { headers } = await api
      .post(`/v1/orgs/${ORG}/invites`)
      .set({ ...KEY, Prefer: 'delay=120' })
      .send({ email: 'late@example.com' })
      .expect(201);
    expect(performance.now() - start).toBeGreaterThan(115);
    expect(headers['preference-applied']).toBe('delay=120');
    expect((await state()).invites).toHaveLength(1);
  });

  test('does not run the operation if the client disconnects during Prefer: delay', async () => {
    const delays = runningTimers(54_321);
    const request = api.post(`/v1/orgs/${ORG}/invites`).set({ ...KEY, Prefer: 'delay=54321' });
    const gone = expect(request.send({ email: 'gone@example.com' })).rejects.toThrow(/aborted/i);
    await expect.poll(delays).toBe(1);
    request.abort();
    await gone;
    await expect.poll(delays).toBe(0);
    expect((await state()).invites).toEqual([]);
  });

  test('delays an example from the document by Prefer: delay', async () => {
    const start = performance.now();
    const { headers } = await call('createJwtKey', 'delay=60, code=503').expect(503);
    expect(performance.now() - start).toBeGreaterThan(55);
    expect(headers['preference-applied']).toBe('code=503, delay=60');
  });
});

describe('the syntax of preferences', () => {
  test.each([
    ['Code=404, Example=unknownResource', 404],
    ['code="404"', 404],
    ['code=404; delay=1', 404],
    ['return=minimal; code=404, code=409, respond-async', 409],
    ['code=403, code=404', 403],
  ])('accepts the header Prefer: %s', async (header, status) => {
    await call('createInvite', header).expect(status);
  });

  test('reads the preferences in several Prefer headers', async () => {
    const { headers } = await call('createInvite', '')
      .set('Prefer', ['wait=10', 'code=404', 'delay=1'] as never)
      .expect(404);
    expect(headers['preference-applied']).toBe('code=404, delay=1');
  });

  test('reads preferences from the query, and uses the value in the header if both contain the same preference', async () => {
    const query = '?__code=404&__delay=1';
    expect((await call('createInvite', '', query).expect(404)).headers['preference-applied']).toBe('code=404, delay=1');
    const { headers } = await call('createInvite', 'code=409', query).expect(409);
    expect(headers['preference-applied']).toBe('code=409, delay=1');
    await call('createInvite', '', '?__example=pending').expect(201);
    await call('createInvite', '', '?__dynamic=true').expect(201);
  });

  test('ignores unknown preferences in the header Prefer', async () => {
    const { headers } = await call('createInvite', 'return=minimal, wait=10, odata.maxpagesize=5').expect(404);
    expect(headers['preference-applied']).toBeUndefined();
  });

  test.each([
    ['code=abc', 'Prefer code is "abc"; expected a status from 200 to 599.'],
    ['code=100', 'Prefer code is "100"; expected a status from 200 to 599.'],
    ['code', 'Prefer code is ""; expected a status from 200 to 599.'],
    ['delay=-1', 'Prefer delay is "-1"; expected milliseconds, from 0 to 60000.'],
    ['delay=60001', 'Prefer delay is "60001"; expected milliseconds, from 0 to 60000.'],
    ['dynamic=maybe', 'Prefer dynamic is "maybe"; expected true or false.'],
    [
      'code 404',
      'Prefer is "code 404"; expected preferences separated by commas, for example code=404, delay=100 (RFC 7240 §2).',
    ],
  ])('rejects the header Prefer: %s, and shows the expected values', async (header, detail) => {
    const { body } = await call('createInvite', header).expect(400);
    expect(body.detail).toBe(detail);
    expect(body.issues).toMatchObject([{ in: 'header', pointer: '/Prefer' }]);
  });

  test('rejects invalid preferences in the query, and names the query parameter of each invalid preference', async () => {
    const { body } = await call('createInvite', '', '?__code=1&__delay=soon').expect(400);
    expect(body.issues).toMatchObject([
      { in: 'query', pointer: '/__code' },
      { in: 'query', pointer: '/__delay' },
    ]);
  });
});

test('authenticates and validates a request before it applies preferences', async () => {
  await api.post(KEYS).set('Prefer', 'code=201').expect(401);
  const { headers } = await api.post(KEYS).set(KEY).set('Prefer', 'code=201').send({}).expect(400);
  expect(headers['preference-applied']).toBeUndefined();
});

test('allows a page of another origin to send Prefer and read Preference-Applied', async () => {
  const preflight = await api.options(KEYS).set({
    Origin: 'http://a.example',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'prefer',
  });
  expect(preflight.headers['access-control-allow-headers']).toBe('prefer');
  const { headers } = await call('createInvite', 'code=404').set('Origin', 'http://a.example');
  expect(headers['access-control-expose-headers']).toMatch(/\bpreference-applied\b/i);
});

describe('a mock of another document', () => {
  const spec = join(mkdtempSync(join(tmpdir(), 'prefer-')), 'pets.yaml');
  writeFileSync(
    spec,
    `openapi: 3.1.0
info: {title: Pets, version: 1.0.0}
paths:
  /pets/{id}:
    get:
      operationId: getPet
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses:
        2XX:
          description: OK
          headers: {X-Total: {schema: {type: integer, minimum: 7, maximum: 7}}}
          content:
            application/json:
              schema: {type: object, required: [ownerEmail], properties: {ownerEmail: {type: string}, tag: {enum: [a, b]}}}
              examples: {the cat: {value: {ownerEmail: c@example.com}}, somewhere: {externalValue: 'https://example.com'}}
        4XX:
          description: No
          content:
            application/json: {schema: {type: object, properties: {code: {type: string, examples: [gone]}}}}
  /any:
    get:
      operationId: anything
      responses: {default: {description: Anything}}
`,
  );

  test('applies Prefer to status ranges, quoted names of examples, generated headers and operations without a handler', async () => {
    const pets = await createMock({ spec, seed: 3 });
    const get = (path: string, prefer: string) => supertest(pets.app).get(path).set('Prefer', prefer);
    expect((await get('/pets/1', 'delay=1').expect(200)).body).toEqual({ ownerEmail: 'c@example.com' });
    const { headers } = await get('/pets/1', 'code=206, example="the cat"').expect(206);
    expect(headers).toMatchObject({ 'x-total': '7', 'preference-applied': 'code=206, example="the cat"' });
    expect((await get('/pets/1', 'code=410').expect(410)).body).toEqual({ code: 'gone' });
    expect((await get('/pets/1', 'dynamic=true').expect(200)).body.ownerEmail).toContain('@');
    expect((await get('/pets/1', 'code=302').expect(400)).body.detail).toBe(
      'code is 302; expected a status that getPet declares: 2XX and 4XX.',
    );
    expect((await get('/any', 'example=x').expect(400)).body.detail).toBe(
      'example is x; expected an example of anything: none.',
    );
    await get('/any', 'code=201').expect(201);
    await get('/any', '').expect(501);
    await pets.close();
  });
});

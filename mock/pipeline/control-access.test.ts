import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { startMock } from '../../test/helpers/mock.ts';

/** Tests of the access to the control API. */

describe('the control API without a token', () => {
  test.each([
    ['localhost', 'localhost:4010', 200],
    ['a name under localhost', 'app.localhost', 200],
    ['an address of this machine', '127.0.0.1', 200],
    ['IPv6', '[::1]:4010', 200],
    ['a fragment of a URL under localhost', 'evil.com#.localhost', 403],
    ['a name of another machine, as in an attack with DNS rebinding', 'evil.example', 403],
    ['an address of another machine', '10.0.0.1:4010', 403],
  ])('responds to a request whose header Host contains %s (%s) with status %i', async (_, host, status) => {
    await using mock = await startMock({ port: 0 });
    await supertest(mock.url).get('/__admin/state').set('Host', host).expect(status);
  });

  test.each([
    ['of the mock itself', 204, (url: string) => url],
    ['of another origin', 403, () => 'https://evil.example'],
    ['of another port', 403, () => 'http://127.0.0.1:1'],
    ['in a sandboxed frame', 403, () => 'null'],
  ])('responds to a request from a page %s with status %i', async (_, status, originOf) => {
    await using mock = await startMock({ port: 0 });
    const { headers } = await supertest(mock.url)
      .post('/sandboxes/x/__admin/reset')
      .set('Origin', originOf(mock.url))
      .expect(status);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});

test.each([
  ['rejects a request without Origin from a page of another site', '/__admin/state', 'cross-site', 'no-cors', 403],
  ['rejects a link on another site to the control API', '/__admin/journal', 'cross-site', 'navigate', 403],
  ['accepts a link on another site to the admin page', '/__admin/', 'cross-site', 'navigate', 200],
  ['accepts a request of the admin page of the mock', '/__admin/state', 'same-origin', 'cors', 200],
  ['accepts a request for an address that the user enters in the browser', '/__admin/state', 'none', 'navigate', 200],
])('%s', async (_, path, site, mode, status) => {
  await using mock = await startMock({ port: 0 });
  await supertest(mock.url).get(path).set({ 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode }).expect(status);
});

describe('the control API with a token', () => {
  test('requires the admin token for every value of the header Host', async () => {
    await using mock = await startMock({ port: 0, adminToken: 's3cret' });
    const get = () => supertest(mock.url).get('/__admin/state');
    const { headers } = await get().expect(401);
    expect(headers['www-authenticate']).toBe('Bearer');
    await get().set('Authorization', 'Bearer s3creT').expect(401);
    await get().set('Authorization', 'Bearer s3cret').set('Host', 'mock.example').expect(200);
  });

  test('requires no admin token for the health check', async () => {
    await using mock = await startMock({ port: 0, adminToken: 's3cret' });
    await supertest(mock.url).get('/__admin/health').expect(200);
  });
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import supertest from 'supertest';
import { afterAll, describe, expect, test } from 'vitest';
import { createMock, startMock } from '../../../test/helpers/mock.ts';

const mock = await createMock({ apiKeys: ['k-51ab', 'other'] });
afterAll(() => mock.close());
const api = supertest(mock.app);

describe('a page of the reference', () => {
  test.each(['/docs', '/docs/', '/docs/control', '/docs/rules'])(
    'refers only to URLs of the mock in the page %s',
    async (path) => {
      const { status, type, text } = await api.get(path);
      expect({ status, type }).toEqual({ status: 200, type: 'text/html' });
      const urls = [...text.matchAll(/(?:src|href|data-document)="([^"]*)"/g)].map(([, url]) => url);
      expect(urls.filter((url) => !/^[/#]/.test(url ?? ''))).toEqual([]);
    },
  );

  test('allows the documentation pages to load files only from the mock, with a Content Security Policy', async () => {
    const { headers } = await api.get('/docs');
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(/unsafe|http|\*/);
    expect((await api.get('/docs/rules')).headers['content-security-policy']).not.toMatch(/unsafe|nonce/);
  });

  test('serves Scalar and its style sheets from the mock, and allows browsers to store the script of Scalar for a long time', async () => {
    const { text } = await api.get('/docs');
    const files = [...text.matchAll(/(?:src|href)="(\/docs\/[^"]*\.(?:js|css|svg))"/g)].map(([, url]) => url ?? '');
    expect(files).toHaveLength(4);
    for (const file of files) await api.get(file).expect(200);
    const { headers } = await api.get(files.find((file) => file.includes('scalar')) ?? '');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('uses a new nonce in each response with the reference page', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => /nonce="([^"]+)"/.exec((await api.get('/docs')).text)?.[1]),
    );
    expect(new Set(nonces).size).toBe(2);
  });
});

describe('the API key in the reference', () => {
  test.each<[string, 'filled in' | 'left out', Record<string, string>]>([
    ['a browser on this machine', 'filled in', {}],
    ['a browser on this machine that uses localhost', 'filled in', { Host: 'localhost:4010' }],
    ['a browser that uses another host name', 'left out', { Host: 'attacker.example:4010' }],
    ['a page of another origin', 'left out', { Origin: 'https://attacker.example' }],
    ['a proxy that forwards a request', 'left out', { 'X-Forwarded-For': '203.0.113.7' }],
  ])('returns the reference page to %s with the API key %s', async (_, key, headers) => {
    const { text } = await api.get('/docs').set(headers);
    expect(text.includes('k-51ab') ? 'filled in' : 'left out').toBe(key);
    expect(text).not.toContain('other');
  });
});

test('omits the API key if the mock is a proxy, since the backend has its own keys', async () => {
  const proxy = await createMock({ apiKeys: ['k-51ab'], proxy: { target: 'http://127.0.0.1:9' } });
  expect((await supertest(proxy.app).get('/docs')).text).toContain('data-schemes="{&quot;apiKey&quot;:null}"');
  await proxy.close();
});

describe('the document of the reference', () => {
  test('returns the served document with the mock as the only server', async () => {
    const { body } = await api.get('/docs/openapi.json').set('Host', 'localhost:4010');
    expect(body.servers).toEqual([{ url: 'http://localhost:4010/v1', description: 'This mock' }]);
    expect(Object.keys(body.paths)).toEqual(Object.keys(mock.contract.root.paths as object));
  });

  test('returns a document with an absolute server URL, which a generated client can call', async () => {
    await using running = await startMock({ port: 0 });
    const server = async (base: string, headers = {}) =>
      (await supertest(running.url).get(`${base}/docs/openapi.json`).set(headers)).body.servers[0].url;
    expect(await server('')).toBe(`${running.url}/v1`);
    expect(await server('/sandboxes/a')).toBe(`${running.url}/sandboxes/a/v1`);
    expect(await server('', { Host: 'a"b' })).toBe(`${running.url}/v1`);
  });

  test('links every rule in the document to the text of the rule on /docs/rules', async () => {
    const { text: document } = await api.get('/docs/openapi.json?rules').set('Host', 'mock.test');
    const { text: rules } = await api.get('/docs/rules');
    const named = new Set([...document.matchAll(/\]\(\/docs\/rules#(\w+)/g)].map(([, id]) => id));
    expect(named.size).toBeGreaterThan(50);
    expect([...named].filter((id) => !rules.includes(`<section id="${id}" `))).toEqual([]);
  });

  test('returns descriptions with links to the mock only if the query contains `rules`', async () => {
    const { text } = await api.get('/docs/openapi.json').set('Host', 'mock.test');
    expect(text).not.toContain('/docs/rules');
  });

  test.each(['openapi', 'control'])('writes URLs of the requested sandbox into %s.json', async (name) => {
    const { body, text } = await api.get(`/sandboxes/a/docs/${name}.json?rules`).set('Host', 'mock.test');
    expect(body.servers[0].url).toMatch(/^http:\/\/mock\.test\/sandboxes\/a(\/v1)?$/);
    const links = [...text.matchAll(/\]\(([^)#]*)#/g)].map(([, url]) => url);
    expect(links.filter((url) => url !== '/sandboxes/a/docs/rules')).toEqual([]);
  });

  test('returns examples that contain only URLs of the requested mock', async () => {
    const { text, body } = await api.get('/sandboxes/a/docs/openapi.json').set('Host', 'mock.test');
    expect(text).not.toContain('127.0.0.1:4010');
    expect(body.components.headers.Location.example).toMatch(/^http:\/\/mock\.test\/sandboxes\/a\/v1\//);
  });

  test('returns a server URL with the path at which an application mounts the mock', async () => {
    const whole = supertest(express().use('/mocks/ims', mock.app));
    const { body } = await whole.get('/mocks/ims/docs/openapi.json').set('Host', 'mock.test');
    expect(body.servers[0].url).toBe('http://mock.test/mocks/ims/v1');
  });
});

describe('the reference of another document', () => {
  const spec = join(mkdtempSync(join(tmpdir(), 'spec-')), 'other.yaml');
  writeFileSync(
    spec,
    `openapi: 3.0.3
info: {title: 'Docs & <more>', version: 1.0.0}
paths:
  /:
    servers: [{url: 'https://elsewhere.example'}]
    get: {servers: [{url: 'https://elsewhere.example'}], responses: {'204': {description: Nothing}}}
`,
  );

  test('replaces all servers of the document with the mock', async () => {
    const other = await createMock({ spec });
    const { body, text } = await supertest(other.app).get('/docs/openapi.json').set('Host', 'mock.test');
    expect(body.servers[0].url).toBe('http://mock.test');
    expect(text).not.toContain('elsewhere.example');
    await other.close();
  });

  test('shows the title of the document, and serves an operation with the path / instead of a redirect to the reference', async () => {
    const other = await createMock({ spec });
    const { text } = await supertest(other.app).get('/docs');
    expect(text).toContain('<title>Docs &amp; &lt;more&gt;');
    expect((await supertest(other.app).get('/').set('Accept', 'text/html')).status).toBe(204);
    await other.close();
  });
});

describe('the path /', () => {
  test.each(['', '/sandboxes/a'])(
    'redirects a browser from the path / below %j to the reference page',
    async (base) => {
      const { status, headers } = await api.get(`${base}/`).set('Accept', 'text/html,application/xhtml+xml,*/*;q=0.8');
      expect({ status, location: headers.location, vary: headers.vary }).toEqual({
        status: 302,
        location: `${base}/docs`,
        vary: expect.stringContaining('Accept'),
      });
    },
  );

  test.each(['', '/sandboxes/a'])(
    'redirects the usual paths of an OpenAPI document below %j to the served OpenAPI document',
    async (base) => {
      for (const name of ['openapi.json', 'openapi.yaml']) {
        const { status, headers } = await api.get(`${base}/${name}`);
        expect({ status, location: headers.location }).toEqual({ status: 302, location: `${base}/docs/openapi.json` });
        await api.get(headers.location ?? '').expect(200);
      }
    },
  );

  test.each(['', '/sandboxes/a'])(
    'redirects the usual paths of the health check and the metrics below %j to the control API',
    async (base) => {
      for (const name of ['health', 'metrics']) {
        const { status, headers } = await api.get(`${base}/${name}`);
        expect({ status, location: headers.location }).toEqual({ status: 302, location: `${base}/__admin/${name}` });
        await api.get(headers.location ?? '').expect(200);
      }
    },
  );

  test.each(['*/*', 'application/json'])(
    'responds with 404 to a request for / if the client accepts %s',
    async (accept) => {
      const { status, type } = await api.get('/').set('Accept', accept);
      expect({ status, type }).toEqual({ status: 404, type: 'application/problem+json' });
    },
  );

  test('serves a page about each problem type, with the navigation of the reference, an example and the rules', async () => {
    const { text } = await api.get('/problems/invalid-request');
    expect(text).toContain('href="../docs"');
    expect(text).toContain('urn:integration-contract:problem:invalid-request');
    expect(text).toContain('href="../docs/rules#D05"');
  });
});

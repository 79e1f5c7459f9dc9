import { createServer, type Server } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { browserTest as test } from '../test/helpers/browser.ts';
import { listen } from '../test/helpers/listen.ts';
import { startMock } from '../test/helpers/mock.ts';

let site: Server;
let origin: string;
beforeAll(async () => {
  site = createServer((_request, response) => {
    // A cookie belongs to a host name and not to a port, so the browser also sends the cookie of the page under test to
    // the mock.
    response.writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': 'session=1' }).end('<title>A page</title>');
  });
  origin = await listen(site);
});
afterAll(() => site.close());

interface TestRequest {
  readonly method?: string;
  readonly mode?: 'no-cors';
  readonly credentials?: 'include';
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/**
 * Sends a request from a script on the page. Returns the part of the response that the script can read, or the error.
 */
function fetchOn(page: Page, url: string, sent: TestRequest): Promise<{ status: number; headers: string[] } | string> {
  return page.evaluate(
    async ([target, options]) => {
      try {
        const response = await fetch(target, options);
        return { status: response.status, headers: [...response.headers.keys()] };
      } catch (error) {
        return String(error);
      }
    },
    [url, sent] as const,
  );
}

describe.each([{ https: false }, { https: true }])(
  'a page of another origin in Chromium (HTTPS: $https)',
  ({ https }) => {
    test('allows a page of another origin to send credentials and to read every response header, but not to use the control API', async ({
      browser,
      skip,
    }) => {
      if (!browser) return skip('Chromium is not installed.');
      await using mock = await startMock({ port: 0, https });
      const context = await browser.newContext({ ignoreHTTPSErrors: https });
      const page = await context.newPage();
      await page.goto(origin);

      const credentials = 'include';
      const headers = { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json', Prefer: 'code=409' };
      const invites = `${mock.url}/v1/orgs/33333333-3333-4333-8333-333333333333/invites`;
      const conflict = { method: 'POST', credentials, headers, body: '{"email": "ada@example.com"}' } as const;
      expect(await fetchOn(page, invites, conflict)).toEqual({
        status: 409,
        headers: expect.arrayContaining(['date', 'preference-applied', 'x-request-id']),
      });
      const jwtKey = `${mock.url}/v1/projects/demo-project/jwt-keys/none`;
      expect(await fetchOn(page, jwtKey, { method: 'PATCH', credentials })).toMatchObject({ status: 401 });
      expect(await fetchOn(page, jwtKey, { method: 'DELETE', credentials })).toMatchObject({ status: 405 });
      expect(await fetchOn(page, `${mock.url}/nothing`, { credentials, headers })).toMatchObject({ status: 404 });

      expect(await fetchOn(page, `${mock.url}/__admin/state`, {})).toBe('TypeError: Failed to fetch');
      await mock.admin.putState({ projects: [] });
      await fetchOn(page, `${mock.url}/__admin/reset`, { method: 'POST', mode: 'no-cors' });
      expect((await mock.admin.getState()).projects).toEqual([]);
    });
  },
);

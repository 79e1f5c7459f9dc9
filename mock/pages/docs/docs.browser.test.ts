import { createServer, request } from 'node:http';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { browserTest, expectAccessible, NO_BROWSER } from '../../../test/helpers/browser.ts';
import { listen } from '../../../test/helpers/listen.ts';
import { startMock } from '../../../test/helpers/mock.ts';

/** Tests in Chromium. A page takes seconds to load, so most tests share `docs` and use different operations. */
const test = browserTest
  .extend('mock', { scope: 'file' }, async ({ browser: _ }, { onCleanup }) => {
    const mock = await startMock({ port: 0 });
    onCleanup(mock.close);
    return mock;
  })
  .extend('shared', { scope: 'file' }, async ({ mock, openForFile }) => openForFile?.(`${mock.url}/docs`))
  .extend('docs', ({ shared, skip }, { onCleanup }) => {
    const page = shared ?? skip(NO_BROWSER);
    onCleanup(async () => {
      const opened = page.locator('.opblock.is-open').getByRole('button', { expanded: true });
      while ((await opened.count()) > 0) await opened.first().click();
    });
    return page;
  });

/** The part of the page about an operation. */
function block(page: Page, operationId: string) {
  return page.locator(`.opblock[id$="-${operationId}"]`);
}

/** The button that opens an operation. */
function operation(page: Page, operationId: string) {
  return block(page, operationId).getByRole('button', { expanded: false }).first();
}

/** Returns the response that the page shows. */
async function shownResponse(page: Page, operationId: string) {
  const cells = block(page, operationId).locator('.live-responses-table .response td');
  return { status: await cells.nth(0).textContent(), details: await cells.nth(1).textContent() };
}

async function execute(page: Page, operationId: string) {
  await block(page, operationId).getByRole('button', { name: 'Execute' }).click();
  return shownResponse(page, operationId);
}

async function tryOut(page: Page, operationId: string) {
  await operation(page, operationId).click();
  return execute(page, operationId);
}

/** Returns the IDs of the JWT keys of a sandbox. */
async function keysOf(baseUrl: string): Promise<string[]> {
  const response = await fetch(`${baseUrl}/__admin/state`);
  const { jwtKeys } = (await response.json()) as { jwtKeys: { id: string }[] };
  return jwtKeys.map(({ id }) => id);
}

test('sends a request to the mock', async ({ docs, mock }) => {
  const { status, details } = await tryOut(docs, 'createJwtKey');
  expect(status).toContain('201');
  expect((await keysOf(mock.url)).map((id) => details?.includes(id))).toEqual([true]);
});

test('shows the reason of a rejection', async ({ docs }) => {
  await operation(docs, 'createInvite').click();
  await block(docs, 'createInvite').getByLabel('Request body').fill('{"email": "invalid"}');
  const { status, details } = await execute(docs, 'createInvite');
  expect(status).toContain('400');
  expect(details).toContain('/email');
});

test('shows the rules of an operation with links to their texts', async ({ docs }) => {
  await operation(docs, 'updateJwtKey').click();
  const link = block(docs, 'updateJwtKey').getByRole('link', { name: 'D42' });
  expect(await link.locator('..').textContent()).toContain('D42');
  const [rules] = await Promise.all([docs.waitForEvent('popup'), link.click()]);
  expect(await rules.locator('section:target').textContent()).toContain('D42');
  await rules.close();
});

test('allows a keyboard user to send a request', async ({ docs }) => {
  await operation(docs, 'createIntegration').press('Enter');
  await block(docs, 'createIntegration').getByLabel('Request body').press('Tab');
  expect(await docs.locator(':focus').textContent()).toBe('Execute');
  await docs.keyboard.press('Enter');
  expect((await shownResponse(docs, 'createIntegration')).status).toContain('201');
});

test('uses the origin of the page behind a gateway that changes the Host header', async ({ mock, open }) => {
  const gateway = createServer((incoming, outgoing) => {
    const { method = 'GET', headers, url = '' } = incoming;
    const forwarded = request(mock.url + url, { method, headers: { ...headers, host: 'localhost:1' } }, (response) => {
      outgoing.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  const docs = `${await listen(gateway)}/sandboxes/gateway/docs`;
  const page = await open(docs);
  const { status, details } = await tryOut(page, 'createJwtKey');
  expect(status).toContain('201');
  expect((await keysOf(`${mock.url}/sandboxes/gateway`)).map((id) => details?.includes(id))).toEqual([true]);
  const rule = page.locator('.opblock.is-open').getByRole('link', { name: 'D54' });
  expect(await rule.getAttribute('href')).toBe(`${docs}/rules#D54`);
  gateway.close();
});

test('shows /docs without accessibility violations, and links to the control API', async ({ docs }) => {
  await tryOut(docs, 'deleteInstallation');
  await expectAccessible(docs);
  expect(await docs.getByRole('link', { name: 'Control API' }).getAttribute('href')).toBe('/docs/control');
});

test('shows /docs/rules without accessibility violations', async ({ mock, open }) => {
  const page = await open(`${mock.url}/docs/rules`);
  await page.getByRole('main').waitFor();
  await expectAccessible(page);
});

test('sends a request with a token to the control API, and shows the page without accessibility violations', async ({
  open,
}) => {
  await using guarded = await startMock({ port: 0, adminToken: 't-0d41' });
  const page = await open(`${guarded.url}/docs/control`);
  expect((await tryOut(page, 'getClock')).status).toContain('401');
  await page.locator('.scheme-container').getByRole('button', { name: 'Authorize' }).click();
  const dialog = page.locator('[role=dialog]');
  await dialog.getByLabel('Value:').fill('t-0d41');
  await dialog.getByRole('button', { name: 'Authorize' }).click();
  await dialog.locator('.modal-ux-content').getByRole('button', { name: 'Close' }).click();
  await block(page, 'getClock').getByRole('button', { name: 'Execute' }).click();
  await page.locator('.live-responses-table .response td').filter({ hasText: '200' }).first().waitFor();
  await expectAccessible(page);
});

import { createServer, request } from 'node:http';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { browserTest, expectAccessible } from '../../../test/helpers/browser.ts';
import { listen } from '../../../test/helpers/listen.ts';
import { startMock } from '../../../test/helpers/mock.ts';

const ORG = '33333333-3333-4333-8333-333333333333';
const INVITE = '#tag/invites/createInvite';

/** Tests of the documentation in Chromium. A request to another origin, or an error of the page, fails a test. */
const test = browserTest.extend('mock', { scope: 'file' }, async ({ browser: _ }, { onCleanup }) => {
  const mock = await startMock({ port: 0 });
  onCleanup(mock.close);
  return mock;
});

/** Returns the part of the reference page about an operation. */
function operation(page: Page, operationId: string) {
  return page.locator(`section[id$="/${operationId}"]`);
}

/** Opens the client of Scalar for an operation, which can send requests. */
async function openClient(page: Page, operationId: string) {
  await operation(page, operationId)
    .getByRole('button', { name: /Test Request/ })
    .click();
  return page.getByRole('dialog');
}

/**
 * Sends the request in the open client of Scalar. Returns the path of the request, and the status and the body of its
 * response.
 */
async function send(page: Page) {
  const responded = page.waitForResponse((response) => response.request().method() !== 'GET');
  await page.getByRole('dialog').locator('[data-addressbar-action=send]:visible').click();
  const response = await responded;
  return { path: new URL(response.url()).pathname, status: response.status(), body: await response.json() };
}

test('sends a request with path parameters from the client of an operation, also after a reload of the page', async ({
  open,
  mock,
}) => {
  const base = `${mock.url}/sandboxes/reload`;
  const page = await open(`${base}/docs${INVITE}`);
  for (const status of [201, 409]) {
    if (status === 409) await page.reload();
    await operation(page, 'createInvite').getByRole('heading').first().waitFor();
    expect(page.url()).toContain(INVITE);
    const client = await openClient(page, 'createInvite');
    expect(await client.getByText('orgId', { exact: true }).count()).toBeGreaterThan(0);
    expect(await send(page)).toMatchObject({ path: `/sandboxes/reload/v1/orgs/${ORG}/invites`, status });
    await client.getByText(String(status)).first().waitFor();
  }
});

test('opens an operation from the sidebar, and adds the name of the operation to the address of the page', async ({
  open,
  mock,
}) => {
  const page = await open(`${mock.url}/docs`);
  const sidebar = page.getByRole('complementary', { name: /^Sidebar/ });
  await sidebar.getByRole('link', { name: 'Invites' }).click();
  await sidebar.getByRole('link', { name: /^Invite a user/ }).click();
  await page.waitForURL(`**/docs${INVITE}`);
  await operation(page, 'createInvite').getByText('curl').first().waitFor();
});

test('finds an operation by its name in the search of the page', async ({ open, mock }) => {
  const page = await open(`${mock.url}/docs`);
  await page
    .getByRole('button', { name: /search/i })
    .first()
    .click();
  await page.keyboard.type('installation');
  await page
    .getByRole('option', { name: /Delete an installation/i })
    .first()
    .click();
  await page.waitForURL(/deleteInstallation$/);
});

test('shows the reason of a rejected request, and closes the client of Scalar with the key Escape', async ({
  open,
  mock,
}) => {
  const page = await open(`${mock.url}/sandboxes/reason/docs${INVITE}`);
  const client = await openClient(page, 'createInvite');
  await client.locator('.cm-content').filter({ hasText: 'email' }).first().fill('{"email": "invalid"}');
  const { status, body } = await send(page);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('/email');
  await client.getByText('/email').first().waitFor();
  await page.keyboard.press('Escape');
  await operation(page, 'createInvite')
    .getByRole('button', { name: /Test Request/ })
    .click();
});

test('shows the rules of an operation with links to their texts', async ({ open, mock }) => {
  const page = await open(`${mock.url}/docs#tag/jwt-keys/updateJwtKey`);
  const link = operation(page, 'updateJwtKey').getByRole('link', { name: 'D42' }).first();
  await page.goto(new URL(String(await link.getAttribute('href')), mock.url).href);
  expect(await page.locator('section:target').textContent()).toContain('D42');
});

test('sends requests to the origin of the page behind a gateway that changes the header Host', async ({
  mock,
  open,
}) => {
  const gateway = createServer((incoming, outgoing) => {
    const { method = 'GET', headers, url = '' } = incoming;
    const forwarded = request(mock.url + url, { method, headers: { ...headers, host: 'localhost:1' } }, (response) => {
      outgoing.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  const docs = `${await listen(gateway)}/sandboxes/gateway/docs`;
  const page = await open(`${docs}#tag/jwt-keys/createJwtKey`);
  await openClient(page, 'createJwtKey');
  expect((await send(page)).status).toBe(201);
  const rule = operation(page, 'createJwtKey').locator('a[href*="/rules#"]').first();
  expect(await rule.getAttribute('href')).toContain('/sandboxes/gateway/docs/rules#');
  gateway.close();
});

test('shows /docs and the client of Scalar without accessibility violations, and links to the control API', async ({
  mock,
  open,
}) => {
  const page = await open(`${mock.url}/docs${INVITE}`);
  await operation(page, 'createInvite').getByText('curl').first().waitFor();
  await expectAccessible(page);
  expect(await page.getByRole('link', { name: 'Control API' }).getAttribute('href')).toBe('/docs/control');
  await page.setViewportSize({ width: 1440, height: 900 });
  await openClient(page, 'createInvite');
  await send(page);
  await page.getByRole('dialog').getByText('invitedEmail').first().waitFor();
  await expectAccessible(page, 'the client');
});

test('shows /docs/rules without accessibility violations', async ({ mock, open }) => {
  const page = await open(`${mock.url}/docs/rules`);
  await page.getByRole('main').waitFor();
  await expectAccessible(page);
});

test('filters the rules on /docs/rules by operation, basis and level', async ({ mock, open }) => {
  const page = await open(`${mock.url}/docs/rules`);
  const index = page.getByRole('navigation', { name: 'Requirements' });
  const ids = async () => {
    const inIndex = await index.getByRole('link').allTextContents();
    expect(await page.getByRole('heading', { level: 2 }).getByRole('link').allTextContents()).toEqual(inIndex);
    expect(await page.getByRole('status').textContent()).toMatch(`${inIndex.length} of `);
    return inIndex;
  };
  const all = await ids();
  await page.getByLabel('Operation').selectOption('updateJwtKey');
  const ofOperation = await ids();
  expect(ofOperation).toContain('D42');
  expect(ofOperation).not.toContain('D82');
  await page.getByLabel('Basis').selectOption('documented');
  await page.getByLabel('Level').selectOption('MUST');
  const documented = await ids();
  expect(documented.length).toBeLessThan(ofOperation.length);
  expect(ofOperation).toEqual(expect.arrayContaining(documented));
  for (const label of ['Operation', 'Basis', 'Level']) await page.getByLabel(label).selectOption('all');
  expect(await ids()).toEqual(all);
});

test('sends a request with a token from /docs/control, and shows the page without accessibility violations', async ({
  open,
}) => {
  await using guarded = await startMock({ port: 0, adminToken: 't-0d41' });
  const page = await open(`${guarded.url}/docs/control#tag/settings/advanceClock`);
  await page.getByPlaceholder('Token').first().fill('t-0d41');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openClient(page, 'advanceClock');
  expect((await send(page)).status).toBe(200);
});

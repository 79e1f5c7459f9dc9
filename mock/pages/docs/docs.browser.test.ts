import { createServer, request } from 'node:http';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { browserTest, expectAccessible, NO_BROWSER } from '../../../test/helpers/browser.ts';
import { listen } from '../../../test/helpers/listen.ts';
import { startMock } from '../../../test/helpers/mock.ts';

/** A page takes seconds to load: tests that need none of their own share `docs`, each with an operation of its own. */
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

/** What the page shows of the answer to the request that was tried. */
async function answer(page: Page, operationId: string) {
  const cells = block(page, operationId).locator('.live-responses-table .response td');
  return { status: await cells.nth(0).textContent(), details: await cells.nth(1).textContent() };
}

async function execute(page: Page, operationId: string) {
  await block(page, operationId).getByRole('button', { name: 'Execute' }).click();
  return answer(page, operationId);
}

async function tryOut(page: Page, operationId: string) {
  await operation(page, operationId).click();
  return execute(page, operationId);
}

/** IDs of the JWT keys of a world. */
async function keysOf(world: string): Promise<string[]> {
  const response = await fetch(`${world}/__admin/state`);
  const { jwtKeys } = (await response.json()) as { jwtKeys: { id: string }[] };
  return jwtKeys.map(({ id }) => id);
}

test('an operation below /docs is tried out in the world of the mock', async ({ docs, mock }) => {
  const { status, details } = await tryOut(docs, 'createJwtKey');
  expect(status).toContain('201');
  expect((await keysOf(mock.url)).map((id) => details?.includes(id))).toEqual([true]);
});

test('a rejection is shown with the reason that the mock gives', async ({ docs }) => {
  await operation(docs, 'createInvite').click();
  await block(docs, 'createInvite').getByLabel('Request body').fill('{"email": "nobody"}');
  const { status, details } = await execute(docs, 'createInvite');
  expect(status).toContain('400');
  expect(details).toContain('/email');
});

test('an operation shows the rules behind it; a rule leads to its text', async ({ docs }) => {
  await operation(docs, 'updateJwtKey').click();
  const link = block(docs, 'updateJwtKey').getByRole('link', { name: 'D42' });
  expect(await link.locator('..').textContent()).toContain('D42');
  const [rules] = await Promise.all([docs.waitForEvent('popup'), link.click()]);
  expect(await rules.locator('section:target').textContent()).toContain('D42');
  await rules.close();
});

test('a keyboard is enough', async ({ docs }) => {
  await operation(docs, 'createIntegration').press('Enter');
  await block(docs, 'createIntegration').getByLabel('Request body').press('Tab');
  expect(await docs.locator(':focus').textContent()).toBe('Execute');
  await docs.keyboard.press('Enter');
  expect((await answer(docs, 'createIntegration')).status).toContain('201');
});

test('behind a front that gives the mock another Host, an operation of a sandbox is tried out, and a rule found, through the front', async ({
  mock,
  open,
}) => {
  const front = createServer((asked, answer) => {
    const { method = 'GET', headers, url = '' } = asked;
    const sent = request(mock.url + url, { method, headers: { ...headers, host: 'localhost:1' } }, (answered) => {
      answer.writeHead(answered.statusCode ?? 0, answered.headers);
      answered.pipe(answer);
    });
    asked.pipe(sent);
  });
  const docs = `${await listen(front)}/sandboxes/front/docs`;
  const page = await open(docs);
  const { status, details } = await tryOut(page, 'createJwtKey');
  expect(status).toContain('201');
  expect((await keysOf(`${mock.url}/sandboxes/front`)).map((id) => details?.includes(id))).toEqual([true]);
  const rule = page.locator('.opblock.is-open').getByRole('link', { name: 'D54' });
  expect(await rule.getAttribute('href')).toBe(`${docs}/rules#D54`);
  front.close();
});

test('axe finds nothing on /docs, and nothing is cut off; the page leads to that of the control API', async ({
  docs,
}) => {
  await tryOut(docs, 'deleteInstallation');
  await expectAccessible(docs);
  expect(await docs.getByRole('link', { name: 'Control API' }).getAttribute('href')).toBe('/docs/control');
});

test('axe finds nothing on /docs/rules, and nothing is cut off', async ({ mock, open }) => {
  const page = await open(`${mock.url}/docs/rules`);
  await page.getByRole('main').waitFor();
  await expectAccessible(page);
});

test('the control API has its reference, too: it is tried out with the token that it asks for, axe finds nothing, and nothing is cut off', async ({
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

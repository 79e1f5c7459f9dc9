import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { accessibilityViolations, browserTest as test } from '../../../test/helpers/browser.ts';
import { type RunningMock, startMock } from '../../../test/helpers/mock.ts';

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(() => mock.close());

/** The button that opens an operation. */
function operation(page: Page, operationId: string) {
  return page.locator(`.opblock[id$="-${operationId}"]`).getByRole('button', { expanded: false }).first();
}

/** What the page shows of the answer to the request that was tried. */
async function answer(page: Page) {
  const cells = page.locator('.live-responses-table .response td');
  return { status: await cells.nth(0).textContent(), details: await cells.nth(1).textContent() };
}

async function tryOut(page: Page, operationId: string) {
  await operation(page, operationId).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  return answer(page);
}

test.for(['', '/sandboxes/docs'])('an operation below %j/docs is tried out in that world', async (world, { open }) => {
  const page = await open(`${mock.url}${world}/docs`);
  const { status, details } = await tryOut(page, 'createJwtKey');
  expect(status).toContain('201');
  const state = await fetch(`${mock.url}${world}/__admin/state`);
  const { jwtKeys } = (await state.json()) as { jwtKeys: { id: string }[] };
  expect(jwtKeys.map(({ id }) => details?.includes(id))).toEqual([true]);
});

test('behind a front that gives the mock another Host, an operation is tried out, and a rule found, through the front', async ({
  open,
}) => {
  const front = createServer((asked, answer) => {
    const { method = 'GET', headers, url = '' } = asked;
    const sent = request(mock.url + url, { method, headers: { ...headers, host: 'localhost:1' } }, (answered) => {
      answer.writeHead(answered.statusCode ?? 0, answered.headers);
      answered.pipe(answer);
    });
    asked.pipe(sent);
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  const docs = `http://127.0.0.1:${(front.address() as AddressInfo).port}/sandboxes/front/docs`;
  const page = await open(docs);
  expect((await tryOut(page, 'createJwtKey')).status).toContain('201');
  const rule = page.locator('.opblock.is-open').getByRole('link', { name: 'D54' });
  expect(await rule.getAttribute('href')).toBe(`${docs}/rules#D54`);
  front.close();
});

test('what was just created is there for the next operation, which asks for its ID', async ({ open }) => {
  const page = await open(`${mock.url}/sandboxes/next/docs`);
  expect((await tryOut(page, 'createJwtKey')).status).toContain('201');
  await page.locator('.opblock[id$="-createJwtKey"]').getByRole('button', { expanded: true }).first().click();
  const { status, details } = await tryOut(page, 'updateJwtKey');
  expect({ status, details }).toMatchObject({ status: expect.stringContaining('200') });
});

test('a refusal is shown with the reason that the mock gives', async ({ open }) => {
  const page = await open(`${mock.url}/docs`);
  await operation(page, 'createInvite').click();
  await page.getByLabel('Request body').fill('{"email": "nobody"}');
  await page.getByRole('button', { name: 'Execute' }).click();
  const { status, details } = await answer(page);
  expect(status).toContain('400');
  expect(details).toContain('/email');
});

test('the control API has its reference, too', async ({ open }) => {
  const page = await open(`${mock.url}/docs`);
  await page.getByRole('link', { name: 'Control API' }).click();
  const { status, details } = await tryOut(page, 'getHealth');
  expect(status).toContain('200');
  expect(details).toContain('integration-contract');
});

test('the control API is tried out with the token that it asks for', async ({ open }) => {
  await using guarded = await startMock({ port: 0, adminToken: 't-0d41' });
  const page = await open(`${guarded.url}/docs/control`);
  expect((await tryOut(page, 'getState')).status).toContain('401');
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await page.getByLabel('Value:').fill('t-0d41');
  await page.getByRole('dialog').getByRole('button', { name: 'Authorize' }).click();
  await page.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('button', { name: 'Execute' }).click();
  await page.locator('.live-responses-table').getByText('200').first().waitFor();
});

test('an operation shows the rules behind it; a rule leads to its text', async ({ open }) => {
  const page = await open(`${mock.url}/docs`);
  await operation(page, 'createJwtKey').click();
  const link = page.locator('.opblock.is-open').getByRole('link', { name: 'D54' });
  expect(await link.locator('..').textContent()).toContain('D54 decided');
  const [rules] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  expect(await rules.locator('section:target').textContent()).toContain('D54');
});

test('a keyboard is enough', async ({ open }) => {
  const page = await open(`${mock.url}/docs`);
  await operation(page, 'createJwtKey').press('Enter');
  await page.getByLabel('Request body').press('Tab');
  expect(await page.locator(':focus').textContent()).toBe('Execute');
  await page.keyboard.press('Enter');
  expect((await answer(page)).status).toContain('201');
});

const READERS = [{ colorScheme: 'light', width: 1280 } as const, { colorScheme: 'dark', width: 390 } as const];

test.for(['/docs', '/docs/control', '/docs/rules'])(
  'axe finds nothing on %s in light colours at 1280 px and in dark ones at 390 px, and nothing is cut off',
  async (path, { open }) => {
    const page = await open(mock.url + path);
    if (path === '/docs') await tryOut(page, 'deleteInstallation');
    else await page.getByRole('main').waitFor();
    for (const { colorScheme, width } of READERS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect([width, ...(await accessibilityViolations(page))]).toEqual([width]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
  },
);

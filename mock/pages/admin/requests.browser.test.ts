import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { invite } from '../../../test/helpers/faulty-sandbox.ts';
import { sendInvalidKey, pageTest as test, waitForStatus } from '../../../test/helpers/report/opened-page.ts';

test('shows a new request and its violations without a reload of the page', async ({ world, openAt }) => {
  const page = await openAt('requests');
  await page.getByText('Waiting for the first request').waitFor();
  await sendInvalidKey(world);
  await page
    .getByRole('row', { name: /POST 400 .*violations/ })
    .getByRole('link')
    .click();
  const violation = page.getByRole('listitem').filter({ hasText: 'label is required' });
  expect(await violation.textContent()).toContain('request body /label');
  expect(await violation.getByRole('link', { name: 'Requirement D50' }).getAttribute('href')).toBe(
    `${world.url}/docs/rules#D50`,
  );
  const body = page.getByRole('region', { name: 'Body of the request' });
  expect(await body.textContent()).toContain('"name": "Mine"');
  expect(await body.locator('mark').count()).toBe(0);
  await world.admin.clearJournal();
  await page.getByText('Waiting for the first request').first().waitFor();
  expect(await violation.count()).toBe(1);
});

test('highlights the value in the request body that violates the contract', async ({ world, openAt }) => {
  await world.admin.clearJournal();
  await invite(world, 'ada@');
  const page = await openAt('requests');
  await page
    .getByRole('row', { name: /POST 400/ })
    .getByRole('link')
    .click();
  expect(await page.getByRole('region', { name: 'Body of the request' }).locator('mark').textContent()).toBe('"ada@"');
});

test('opens a request after a click on its row, but not after the selection of text', async ({ world, openAt }) => {
  await invite(world, 'ada@');
  const page = await openAt('requests');
  const row = page.getByRole('row', { name: /POST 400/ });
  const result = row.getByText(/email/);
  await result.selectText();
  await result.dispatchEvent('click');
  expect(await page.getByRole('heading', { name: /POST/ }).count()).toBe(0);
  await row.getByText('400').click();
  await page.getByRole('heading', { name: /POST/ }).waitFor();
});

test('shortens a public key in a request body until the user opens the public key', async ({ world, openAt }) => {
  const publicKeyPem = `-----BEGIN PUBLIC KEY-----\n${'A'.repeat(400)}\n-----END PUBLIC KEY-----\n`;
  const body = JSON.stringify({ label: 'Mine', algorithm: 'RS256', publicKeyPem });
  const headers = { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' };
  await fetch(`${world.url}/v1/projects/demo-project/jwt-keys`, { method: 'POST', headers, body });
  const page = await openAt('requests');
  await page.getByRole('rowheader').getByRole('link').first().click();
  const shown = page.getByRole('region', { name: 'Body of the request' });
  expect(await shown.textContent()).toContain('"-----BEGIN PUBLIC KEY-----… Show all 453 characters');
  await shown.getByRole('button', { name: 'Show all' }).click();
  expect(await shown.textContent()).toContain(JSON.stringify(publicKeyPem));
});

test('filters requests by text and violations', async ({ world, openAt }) => {
  await invite(world, 'ada@example.com');
  await invite(world, 'grace@example.com');
  await sendInvalidKey(world);
  const page = await openAt('requests');
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
  await page.getByText('3 requests.').waitFor();
  await page.getByLabel('Violations only (1)').waitFor();
  await page.getByLabel('Filter').fill('GRACE');
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByLabel('Filter').fill('createInvite');
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByLabel('Filter').fill('');
  await page.getByLabel('Violations only').check();
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByText('1 match the filter.').waitFor();
});

test('keeps the focus and the position in the list when requests arrive, and pauses and clears the list', async ({
  world,
  openAt,
}) => {
  await invite(world, 'ada@example.com');
  const page = await openAt('requests');
  const first = page.getByRole('rowheader').getByRole('link').first();
  await first.focus();
  const href = await first.getAttribute('href');
  await invite(world, 'grace@example.com');
  await page.getByText('2 requests').waitFor();
  expect(await page.locator(':focus').getAttribute('href')).toBe(href);
  await page.getByRole('button', { name: 'Pause' }).click();
  await invite(world, 'alan@example.com');
  await page.getByText(/2 requests\..*Paused\./).waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('3 requests').first().waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('Waiting for the first request').first().waitFor();
  expect((await world.admin.getJournal()).exchanges).toEqual([]);
});

test('stops the polling of the journal while the page is hidden', async ({ world, openAt }) => {
  const page = await openAt('requests');
  await page.getByText('Waiting for the first request').first().waitFor();
  const show = (hidden: boolean) =>
    page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`);
  await show(true);
  // Requests that the page sent before the page was hidden can reach this listener late.
  await page.waitForTimeout(500);
  let requests = 0;
  page.on('request', () => requests++);
  await invite(world);
  await page.waitForTimeout(1500);
  expect(requests).toBe(0);
  await show(false);
  await page.getByText('1 request').first().waitFor();
});

test('shows an error while a gateway, instead of the mock, responds to the requests of the page', async ({
  openAt,
}) => {
  const page = await openAt('requests');
  await page.getByText('Waiting for the first request').first().waitFor();
  await page.route('**/__admin/journal*', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  const alert = page.getByRole('alert').filter({ hasText: 'The mock returned status 502. Bad gateway' });
  await alert.waitFor();
  await page.unroute('**/__admin/journal*');
  await alert.waitFor({ state: 'detached' });
});

test('copies a request as a curl command without the API key', async ({ world, openAt }) => {
  await invite(world, "o'hara@example.com");
  const page = await openAt('requests');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('rowheader').getByRole('link').click();
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await waitForStatus(page, 'Copied.');
  const command = String(await page.evaluate('navigator.clipboard.readText()'));
  expect(command).not.toContain('test-key');
  const env = { PATH: '/usr/bin:/bin', CONTRACT_API_KEY: 'test-key' };
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env, timeout: 20_000 });
  expect(stdout).toMatch(/^HTTP\/1.1 409 .*o'hara@/s);
});

test('shows the reason of each 4xx response in its row, and keeps the position and height of a row when the row is selected', async ({
  world,
  open,
}) => {
  for (const _ of [1, 2]) await invite(world, 'ada@example.com');
  await fetch(`${world.url}/v1/orgs/33333333-3333-4333-8333-333333333333/invites`, { method: 'POST' });
  const page = await open(`${world.url}/__admin/#/requests`, { width: 1440 });
  await page.getByRole('row', { name: /POST 409 .*ada@example.com already has a pending invite/ }).waitFor();
  await page.getByRole('row', { name: /POST 401 .*X-Api-Key is missing/ }).waitFor();
  const rows = page.getByRole('rowheader');
  expect((await rows.first().boundingBox())?.y).toBeLessThan(165);
  const before = await rows.nth(1).boundingBox();
  await rows.nth(1).getByRole('link').click();
  await page.getByRole('heading', { name: /POST \/v1/ }).waitFor();
  expect(await rows.nth(1).boundingBox()).toEqual(before);
  await page.getByRole('button', { name: 'Copy body' }).first().waitFor();
});

test('sends a request again, and copies the request as a call of fetch', async ({ world, openAt }) => {
  await invite(world, 'ada@example.com');
  const page = await openAt('requests');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('rowheader').getByRole('link').click();
  page.once('dialog', (dialog) => dialog.accept(dialog.defaultValue()));
  await page.getByRole('button', { name: 'Resend' }).click();
  await waitForStatus(page, 'The request was sent again. Response status: 409.');
  await page.getByRole('row', { name: /POST 409/ }).waitFor();
  await page.getByRole('button', { name: 'Copy as fetch' }).click();
  await waitForStatus(page, 'Copied.');
  const code = String(await page.evaluate('navigator.clipboard.readText()'));
  expect(code).toContain(`await fetch("${world.url}/v1/orgs/`);
  expect(code).toContain('"x-api-key": "<your API key>"');
});

test('shows to which mock the page belongs, and a notice for an unknown route', async ({ world, openAt }) => {
  const page = await openAt('state/jwtKeys');
  await page.getByRole('heading', { name: /integration-contract mock · Integration Management Service/ }).waitFor();
  await page.getByRole('img', { name: 'The mock is running' }).waitFor();
  await page.getByRole('banner').getByText(world.url).waitFor();
  await page.getByRole('alert').filter({ hasText: 'The kind of record jwtKeys does not exist.' }).waitFor();
  await page.getByRole('button', { name: 'Theme: system' }).click();
  await page.getByRole('button', { name: 'Theme: light' }).waitFor();
});

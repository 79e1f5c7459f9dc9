import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { expectAccessible, browserTest as test } from '../../../test/helpers/browser.ts';
import { type RunningMock, startMock } from '../../../test/helpers/mock.ts';

const ORG = '33333333-3333-4333-8333-333333333333';
const LONG = 'a'.repeat(64);

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
  const headers = { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' };
  const ask = (path: string, body: unknown) =>
    fetch(mock.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  await ask('/v1/projects/demo-project/jwt-keys', { name: LONG, algorithm: 'RSA', extra: [1, true, null] });
  await ask(`/v1/orgs/${ORG}/invites`, { email: `${LONG}@example.com` });
  await mock.admin.addFault({ id: LONG, operations: ['createInvite'], error: { status: 503 } });
  await mock.admin.putSnapshot({ snapshot: LONG });
  await mock.sandbox(LONG).admin.getClock();
});
afterAll(() => mock.close());

/** The views of the admin page: the name and the route of each view, and the function that opens the view. */
const VIEWS: readonly [name: string, place: string, show: (page: Page) => Promise<unknown>][] = [
  ['requests', 'requests', (page) => page.getByRole('rowheader').first().waitFor()],
  [
    'a request',
    'requests',
    async (page) => {
      await page
        .getByRole('row', { name: /violation/ })
        .getByRole('link')
        .click();
      await page
        .getByText(/headers$/)
        .first()
        .click();
    },
  ],
  ['records', 'state/invites', (page) => page.getByRole('rowheader').first().waitFor()],
  [
    'a rejected record',
    'state/integrations',
    async (page) => {
      await page.getByRole('link', { name: 'demo-integration' }).click();
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: /as JSON/ }).fill('{"name": 1}');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  ['snapshots', 'state/world', (page) => page.getByText(LONG).first().waitFor()],
  [
    'faults',
    'faults',
    async (page) => {
      await page.getByRole('rowheader').first().waitFor();
      await page.getByRole('button', { name: 'Add a fault' }).click();
      await page.getByLabel('Longest delay in ms').fill('70000');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  ['the clock', 'clock', (page) => page.getByText('identifierSeed').first().waitFor()],
  ['sandboxes', 'sandboxes', (page) => page.getByRole('rowheader').first().waitFor()],
];

test('shows every view of the admin page without accessibility violations and without overflow', async ({ open }) => {
  const page = await open(`${mock.url}/__admin/`);
  for (const [name, place, show] of VIEWS) {
    await page.goto(`${mock.url}/__admin/#/${place}`);
    await show(page);
    await expectAccessible(page, name);
    await page.keyboard.press('Escape');
  }
});

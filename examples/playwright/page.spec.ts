import { expect } from '@playwright/test';
import { publicKeyPem } from '../public-key.ts';
import { test } from './fixtures.ts';

/** Tests of a page in a real browser. The page calls the mock, which has another origin. */

test('creates a key', async ({ page, site, sandbox }) => {
  await page.goto(`${site}?api=${sandbox.url}`);
  await page.getByLabel('Label').fill('Mine');
  await page.getByLabel('Public key').fill(publicKeyPem);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('status')).toHaveText(/^Key .+ is ready\.$/);
  expect((await sandbox.admin.getState()).jwtKeys).toMatchObject([{ label: 'Mine' }]);
});

test('shows the error message of the mock for a missing label', async ({ page, site, sandbox }) => {
  await page.goto(`${site}?api=${sandbox.url}`);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('status')).toHaveText(/label/);
  expect((await sandbox.admin.getState()).jwtKeys).toEqual([]);
});

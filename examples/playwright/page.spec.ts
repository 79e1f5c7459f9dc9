import { expect } from '@playwright/test';
import { publicKeyPem } from '../public-key.ts';
import { test } from './fixtures.ts';

/** A page in a real browser, which calls the mock across origins. */

test('somebody makes a key', async ({ page, site, world }) => {
  await page.goto(`${site}?api=${world.url}`);
  await page.getByLabel('Label').fill('Mine');
  await page.getByLabel('Public key').fill(publicKeyPem);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('status')).toHaveText(/^Key .+ is ready\.$/);
  expect((await world.admin.getState()).jwtKeys).toMatchObject([{ label: 'Mine' }]);
});

test('somebody who forgets the label reads what is wrong', async ({ page, site, world }) => {
  await page.goto(`${site}?api=${world.url}`);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('status')).toHaveText(/label/);
  expect((await world.admin.getState()).jwtKeys).toEqual([]);
});

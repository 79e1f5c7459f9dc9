import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'vitest';
import { invite } from '../../../test/helpers/faulty-sandbox.ts';
import { acceptDialogs, pageTest as test, waitForStatus } from '../../../test/helpers/opened-page.ts';

test('a label is text, whatever it says', async ({ world, openAt }) => {
  const label = '<img src=x onerror="document.title=1"><script>alert(1)</script>';
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKeyPem = String(publicKey.export({ type: 'spki', format: 'pem' }));
  await world.admin.createJwtKey({ projectId: 'demo-project', label, publicKeyPem });
  const page = await openAt('state/jwt-keys');
  await page.getByRole('link', { name: label }).click();
  await page.getByRole('heading', { name: label }).waitFor();
  expect(await page.locator('img, main script').count()).toBe(0);
});

test('a record is made, changed and deleted; what is wrong is told at its place', async ({ world, openAt }) => {
  const page = await openAt('state/integrations');
  await page.getByRole('button', { name: 'New integration' }).click();
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'crm-sync' }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('textbox', { name: 'The integration as JSON' });
  const json = await editor.inputValue();
  await editor.fill(json.replace('"provider": "salesforce"', '"provider": 7'));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').filter({ hasText: '/provider' }).waitFor();
  await editor.fill(json.replace('"crm-sync"', '"crm"').replace('"specVersion": "1.0.0"', '"specVersion": "1.0.1"'));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'crm', exact: true }).waitFor();
  const integrations = async () => (await world.admin.listIntegrations({})).items;
  expect(await integrations()).toContainEqual(
    expect.objectContaining({ name: 'crm', latestRevision: expect.objectContaining({ specVersion: '1.0.1' }) }),
  );
  const unasked = acceptDialogs(page, 'Delete the integration crm?');
  await page.getByRole('button', { name: 'Delete' }).click();
  await waitForStatus(page, 'was deleted');
  expect(unasked).toEqual([]);
  expect(await integrations()).toHaveLength(2);
});

test('what has others below it is deleted with them when that was agreed', async ({ world, openAt }) => {
  const page = await openAt('state/integrations');
  await page.getByRole('link', { name: 'demo-integration' }).click();
  const unasked = acceptDialogs(page, 'Delete the integration', 'Delete them as well?');
  await page.getByRole('button', { name: 'Delete' }).click();
  await waitForStatus(page, 'was deleted');
  expect(unasked).toEqual([]);
  expect((await world.admin.getState()).installations).toEqual([]);
});

test('an invite is accepted', async ({ world, openAt }) => {
  await invite(world);
  const page = await openAt('state/invites');
  await page
    .getByRole('group', { name: 'Actions of invite ada@example.com' })
    .getByRole('button', { name: 'Accept' })
    .click();
  await page.getByRole('cell', { name: 'accepted' }).waitFor();
  expect((await world.admin.getState()).invites).toMatchObject([{ status: 'accepted' }]);
});

test('shows more of many records, and finds those that it does not show', async ({ world, openAt }) => {
  const orgs = Array.from({ length: 120 }, (_, index) => ({ id: `org-${String(index).padStart(3, '0')}` }));
  await world.admin.putState({ orgs });
  const page = await openAt('state/orgs');
  await page.getByRole('rowheader', { name: 'org-000' }).waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('rowheader', { name: 'org-099' }).waitFor();
  await page.getByLabel('Find').fill('org-11');
  await page.getByRole('rowheader', { name: 'org-119' }).waitFor();
  expect(await page.getByRole('rowheader').count()).toBe(10);
});

test('a snapshot is taken and restored', async ({ world, openAt }) => {
  const page = await openAt('state/world');
  await page.getByLabel('Keep the state as it is').fill('before');
  await page.getByRole('button', { name: 'Take' }).click();
  await waitForStatus(page, 'before was taken');
  await invite(world);
  const unasked = acceptDialogs(page, 'Return to before?');
  await page.getByRole('button', { name: 'Restore before' }).click();
  await waitForStatus(page, 'The state is that of before.');
  expect(unasked).toEqual([]);
  expect((await world.admin.getState()).invites).toEqual([]);
});

test('replaces the whole state', async ({ world, openAt }) => {
  const page = await openAt('state/world');
  await page.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('textbox', { name: 'The state as JSON' });
  expect(JSON.parse(await editor.inputValue())).toEqual(await world.admin.getState());
  await editor.fill('{"orgs": [{}]}');
  await page.getByRole('button', { name: 'Replace the state' }).click();
  await page.getByRole('alert').filter({ hasText: '/orgs/0/id' }).waitFor();
  await editor.fill('{"orgs": [{"id": "mine"}]}');
  await page.getByRole('button', { name: 'Replace the state' }).click();
  await waitForStatus(page, 'The state was replaced.');
  expect(await world.admin.getState()).toMatchObject({ orgs: [{ id: 'mine' }], projects: [] });
});

test('a reset is asked for twice, and can be thought better of', async ({ world, openAt }) => {
  await invite(world);
  const page = await openAt('state/invites');
  await page.getByRole('link', { name: 'ada@example.com' }).waitFor();
  const rejected = acceptDialogs(page, 'nothing that the page asks');
  await page.getByRole('button', { name: 'Reset…' }).click();
  expect(rejected).toEqual([]);
  expect((await world.admin.getState()).invites).toHaveLength(1);
  const unasked = acceptDialogs(page, 'Reset sandbox');
  await page.getByRole('button', { name: 'Reset…' }).click();
  await page.getByText('There is none.').waitFor();
  expect(unasked).toEqual([]);
});

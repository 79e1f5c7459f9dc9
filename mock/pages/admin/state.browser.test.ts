import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { confirm, invite, pageTest as test, told } from '../../../test/helpers/opened-page.ts';

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
  await page.getByRole('alert').getByRole('button', { name: 'Go to /provider' }).click();
  expect(await page.evaluate('getSelection().toString()')).toBe('7');
  await editor.fill(json.replace('"crm-sync"', '"crm"').replace('"specVersion": "1.0.0"', '"specVersion": "1.0.1"'));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'crm', exact: true }).waitFor();
  const integrations = async () => (await world.admin.listIntegrations({})).items;
  expect(await integrations()).toContainEqual(
    expect.objectContaining({ name: 'crm', latestRevision: expect.objectContaining({ specVersion: '1.0.1' }) }),
  );
  await page.getByRole('button', { name: 'Delete' }).click();
  await confirm(page, 'Delete');
  await told(page, 'was deleted');
  expect(await integrations()).toHaveLength(2);
});

test('what has others below it is deleted with them when that was agreed', async ({ world, openAt }) => {
  const page = await openAt('state/integrations');
  await page.getByRole('link', { name: 'demo-integration' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await confirm(page, 'Delete');
  await page.getByRole('dialog', { name: 'Delete them as well?' }).waitFor();
  await confirm(page, 'Delete all');
  await told(page, 'was deleted');
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

test('many records come in pages, and are found on each', async ({ world, openAt }) => {
  const orgs = Array.from({ length: 120 }, (_, index) => ({ id: `org-${String(index).padStart(3, '0')}` }));
  await world.admin.putState({ orgs });
  const page = await openAt('state/orgs');
  await page.getByRole('link', { name: /^Organizations.*more than 100/ }).waitFor();
  await page.getByRole('rowheader', { name: 'org-000' }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('rowheader', { name: 'org-099' }).waitFor();
  await page.getByLabel('Find').fill('org-11');
  await page.getByRole('rowheader', { name: 'org-119' }).waitFor();
  expect(await page.getByRole('rowheader').count()).toBe(10);
});

test('a snapshot is taken and restored', async ({ world, openAt }) => {
  const page = await openAt('state/world');
  await page.getByLabel('Keep the state as it is').fill('before');
  await page.getByRole('button', { name: 'Take' }).click();
  await told(page, 'before was taken');
  await invite(world);
  await page.getByRole('button', { name: 'Restore before' }).click();
  await confirm(page, 'Restore');
  await told(page, 'The state is that of before.');
  expect((await world.admin.getState()).invites).toEqual([]);
});

test('the state is saved as a file, and read from one', async ({ world, openAt }) => {
  const page = await openAt('state/world');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  const state = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(state).toEqual(await world.admin.getState());
  const upload = async (text: string) => {
    const file = { name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(text) };
    await page.getByLabel('Replace the state with a file').setInputFiles(file);
    await confirm(page, 'Replace');
  };
  await upload('{"orgs": [{}]}');
  await page.getByRole('alert').filter({ hasText: '/orgs/0/id' }).waitFor();
  await upload(JSON.stringify({ orgs: [{ id: 'mine' }] }));
  await told(page, 'The state is that of mine.json.');
  expect(await world.admin.getState()).toMatchObject({ orgs: [{ id: 'mine' }], projects: [] });
});

test('a reset is asked for twice, and can be thought better of', async ({ world, openAt }) => {
  await invite(world);
  const page = await openAt('state/invites');
  await page.getByRole('link', { name: 'ada@example.com' }).waitFor();
  await page.getByRole('button', { name: 'Reset…' }).click();
  await confirm(page, 'Cancel');
  expect((await world.admin.getState()).invites).toHaveLength(1);
  await page.getByRole('button', { name: 'Reset…' }).click();
  await confirm(page, 'Reset');
  await page.getByText('There is none.').waitFor();
});

import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'vitest';
import { invite } from '../../../test/helpers/faulty-sandbox.ts';
import { acceptDialogs, pageTest as test, waitForStatus } from '../../../test/helpers/report/opened-page.ts';

test('shows markup in the label of a record as text', async ({ world, openAt }) => {
  const label = '<img src=x onerror="document.title=1"><script>alert(1)</script>';
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKeyPem = String(publicKey.export({ type: 'spki', format: 'pem' }));
  await world.admin.createJwtKey({ projectId: 'demo-project', label, publicKeyPem });
  const page = await openAt('state/jwt-keys');
  await page.getByRole('link', { name: label }).click();
  await page.getByRole('heading', { name: label }).waitFor();
  expect(await page.locator('img, main script').count()).toBe(0);
  await page.getByRole('button', { name: `Show all ${publicKeyPem.length} characters` }).waitFor();
});

test('creates, changes and deletes a record, and shows the JSON Pointer of each violation in the input', async ({
  world,
  openAt,
}) => {
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
  const unanswered = acceptDialogs(page, 'Delete the integration crm?');
  await page.getByRole('button', { name: 'Delete' }).click();
  await waitForStatus(page, 'was deleted');
  expect(unanswered).toEqual([]);
  expect(await integrations()).toHaveLength(2);
});

test('deletes the dependent records of a record after a confirmation', async ({ world, openAt }) => {
  const page = await openAt('state/integrations');
  await page.getByRole('link', { name: 'demo-integration' }).click();
  const unanswered = acceptDialogs(page, 'Delete the integration', 'Delete the dependent records, too?');
  await page.getByRole('button', { name: 'Delete' }).click();
  await waitForStatus(page, 'was deleted');
  expect(unanswered).toEqual([]);
  expect((await world.admin.getState()).installations).toEqual([]);
});

test('changes the status of an invite to accepted after a click on the button Accept', async ({ world, openAt }) => {
  await invite(world);
  const page = await openAt('state/invites');
  await page
    .getByRole('group', { name: 'Actions of invite ada@example.com' })
    .getByRole('button', { name: 'Accept' })
    .click();
  await page.getByRole('cell', { name: 'accepted' }).waitFor();
  expect((await world.admin.getState()).invites).toMatchObject([{ status: 'accepted' }]);
});

test('shows more records after a click on Show more, and also filters records that the page does not show', async ({
  world,
  openAt,
}) => {
  const orgs = Array.from({ length: 120 }, (_, index) => ({ id: `org-${String(index).padStart(3, '0')}` }));
  await world.admin.putState({ orgs });
  const page = await openAt('state/orgs');
  await page.getByRole('rowheader', { name: 'org-000' }).waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('rowheader', { name: 'org-099' }).waitFor();
  await page.getByLabel('Filter').fill('org-11');
  await page.getByRole('rowheader', { name: 'org-119' }).waitFor();
  expect(await page.getByRole('rowheader').count()).toBe(10);
});

test('shows the newest record of a kind first', async ({ world, openAt }) => {
  const emails = ['b@example.com', 'c@example.com', 'a@example.com'];
  for (const [index, email] of emails.entries()) {
    await world.admin.putClock({ fixed: `2026-01-0${index + 1}T00:00:00Z` });
    expect((await invite(world, email)).status).toBe(201);
  }
  const page = await openAt('state/invites');
  await page.getByRole('rowheader').first().waitFor();
  expect(await page.getByRole('rowheader').getByRole('link').allInnerTexts()).toEqual(emails.toReversed());
});

test('shows the newest records first, even if the control API needs several pages for all records', async ({
  world,
  openAt,
}) => {
  const { invites, ...state } = await world.admin.getState();
  const parent = { parentType: 'org', parentId: state.orgs?.[0]?.id ?? '', status: 'accepted' } as const;
  const times = Array.from({ length: 1500 }, (_, index) => new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString());
  const many = times.map((createTime, index) => ({
    ...parent,
    id: `${String(10_000_000 + ((index * 7919) % 1500))}-0000-4000-8000-000000000000`,
    invitedEmail: `user${index}@example.com`,
    createTime,
  }));
  await world.admin.putState({ ...state, invites: many });
  const page = await openAt('state/invites');
  await page.getByRole('rowheader').first().waitFor();
  const shown = await page.getByRole('rowheader').getByRole('link').allInnerTexts();
  expect(shown.slice(0, 3)).toEqual(['user1499@example.com', 'user1498@example.com', 'user1497@example.com']);
});

test('creates and restores a snapshot', async ({ world, openAt }) => {
  const page = await openAt('state/world');
  await page.getByLabel('Snapshot name').fill('before');
  await page.getByRole('button', { name: 'Create snapshot' }).click();
  await waitForStatus(page, 'before was created');
  await invite(world);
  const unanswered = acceptDialogs(page, 'Restore snapshot before?');
  await page.getByRole('button', { name: 'Restore before' }).click();
  await waitForStatus(page, 'Snapshot before was restored.');
  expect(unanswered).toEqual([]);
  expect((await world.admin.getState()).invites).toEqual([]);
});

test('replaces the complete state of a sandbox, and shows violations in the new state', async ({ world, openAt }) => {
  const page = await openAt('state/world');
  await page.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('textbox', { name: 'State as JSON' });
  expect(JSON.parse(await editor.inputValue())).toEqual(await world.admin.getState());
  await editor.fill('{"orgs": [{}]}');
  await page.getByRole('button', { name: 'Replace the state' }).click();
  await page.getByRole('alert').filter({ hasText: '/orgs/0/id' }).waitFor();
  await editor.fill('{"orgs": [{"id": "mine"}]}');
  await page.getByRole('button', { name: 'Replace the state' }).click();
  await waitForStatus(page, 'The state was replaced.');
  expect(await world.admin.getState()).toMatchObject({ orgs: [{ id: 'mine' }], projects: [] });
});

test('asks for a confirmation before a reset of the sandbox, and allows the user to cancel the reset', async ({
  world,
  openAt,
}) => {
  await invite(world);
  const page = await openAt('state/invites');
  await page.getByRole('link', { name: 'ada@example.com' }).waitFor();
  const cancelled = acceptDialogs(page, 'a question that the page does not ask');
  await page.getByRole('button', { name: 'Reset…' }).click();
  expect(cancelled).toEqual([]);
  expect((await world.admin.getState()).invites).toHaveLength(1);
  const unanswered = acceptDialogs(page, 'Reset sandbox');
  await page.getByRole('button', { name: 'Reset…' }).click();
  await page.getByText('No invites yet.').waitFor();
  expect(unanswered).toEqual([]);
});

import { expect } from 'vitest';
import { accessibilityViolations } from '../../../test/helpers/browser.ts';
import { invite } from '../../../test/helpers/faulty-sandbox.ts';
import { startMock } from '../../../test/helpers/mock.ts';
import {
  acceptDialogs,
  sendInvalidKey,
  pageTest as test,
  waitForStatus,
} from '../../../test/helpers/report/opened-page.ts';

test('shows, changes and deletes a fault', async ({ world, openAt }) => {
  const page = await openAt('faults');
  await page.getByRole('button', { name: 'Add a fault' }).click();
  await page.getByLabel('Response', { exact: true }).selectOption('Truncated body');
  await page.getByRole('button', { name: 'Edit as JSON' }).click();
  const added = page.getByRole('textbox', { name: 'Fault as JSON', exact: true });
  expect(await added.inputValue()).toContain('"truncate": true');
  await added.fill('{"id": "outage", "operations": ["createInvit"], "error": {"status": 503}}');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'operations.0' }).waitFor();
  await added.fill((await added.inputValue()).replace('createInvit', 'createInvite'));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('row', { name: /outage createInvite each request 503 response 0 of 0/ }).waitFor();
  expect((await invite(world)).status).toBe(503);
  await page.getByRole('row', { name: /1 of 1/ }).waitFor();
  await page.getByRole('button', { name: 'Edit outage' }).click();
  await page.getByLabel('Status').selectOption('409');
  await page.getByLabel('Times').fill('9');
  await page.getByRole('button', { name: 'Edit as JSON' }).click();
  const editor = page.getByRole('textbox', { name: 'Fault outage as JSON' });
  await editor.fill((await editor.inputValue()).replace('409', '429'));
  await page.getByRole('button', { name: 'Save' }).click();
  // While the editor of the fault is open, the row of the fault has another text, so the next line waits until the
  // editor is closed.
  await page.getByRole('row', { name: /outage createInvite each request, 9 times 429 response 0 of 0/ }).waitFor();
  expect((await invite(world)).status).toBe(429);
  await page.getByRole('switch', { name: 'Fault outage' }).click();
  await page.getByRole('switch', { name: 'Fault outage', checked: false }).waitFor();
  expect((await world.admin.listFaults()).faults).toEqual([]);
  await page.getByRole('switch', { name: 'Fault outage' }).click();
  await page.getByRole('switch', { name: 'Fault outage', checked: true }).waitFor();
  expect((await invite(world)).status).toBe(429);
  await page.getByRole('button', { name: 'Delete outage' }).click();
  await page.getByText('No faults.').waitFor();
  expect(await page.evaluate('document.activeElement.tagName')).toBe('SECTION');
  expect((await invite(world)).status).toBe(201);
});

test('adds a fault with the input fields, which offer the error statuses that the operations declare', async ({
  world,
  openAt,
}) => {
  const page = await openAt('faults');
  await page.getByRole('button', { name: 'Add a fault' }).click();
  await page.getByLabel('Preset').selectOption('Flaky 503');
  expect(await page.getByLabel('Status').inputValue()).toBe('503');
  await page.getByRole('checkbox', { name: 'createInvite' }).check();
  await page.getByLabel('Skip first N requests').fill('1');
  await page.getByLabel('Times').fill('2');
  await page.getByLabel('Probability in %').fill('12.5');
  const statuses = await page.getByLabel('Status').locator('option').allTextContents();
  expect(statuses).toContain('409');
  expect(statuses).not.toContain('410');
  await page.getByLabel('Status').selectOption('409');
  await page.getByLabel('Delay', { exact: true }).selectOption('Between two limits');
  await page.getByLabel('Longest delay in ms').fill('900');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page
    .getByRole('row', {
      name: /fault-1 createInvite 12.5% of the requests after the first one, 2 times 409 response, delay of 400 to 900 ms/,
    })
    .waitFor();
  expect((await world.admin.listFaults()).faults).toEqual([
    {
      ...{ id: 'fault-1', operations: ['createInvite'], after: 1, count: 2, probability: 0.125, seen: 0, struck: 0 },
      ...{ error: { status: 409 }, latency: { minMs: 400, maxMs: 900 } },
    },
  ]);
});

test('changes an existing fault with the input fields, and keeps all other properties of the fault', async ({
  world,
  openAt,
}) => {
  const { admin } = world;
  const flaky = {
    id: 'flaky',
    operations: ['createInvite'],
    error: { status: 409, example: 'alreadyInvited' },
    seed: 3,
  };
  await admin.addFault(flaky);
  const page = await openAt('faults');
  await page.getByRole('button', { name: 'Edit flaky' }).click();
  expect(await page.getByLabel('Response', { exact: true }).inputValue()).toBe('Error response');
  expect(await page.getByRole('checkbox', { name: 'createInvite' }).isChecked()).toBe(true);
  await page.getByLabel('Delay', { exact: true }).selectOption('Fixed');
  await page.getByLabel('Probability in %').fill('50');
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForStatus(page, 'Fault flaky was changed.');
  const changed = { ...flaky, probability: 0.5, latency: { fixedMs: 500 }, seen: 0, struck: 0 };
  expect((await admin.listFaults()).faults).toEqual([changed]);
});

test('advances and freezes the clock of the sandbox, and changes the settings of the sandbox', async ({
  world,
  openAt,
}) => {
  await invite(world);
  const page = await openAt('clock');
  await page.getByRole('button', { name: '+7 days' }).click();
  await page.getByText('Real time with an offset of 7 days.').waitFor();
  expect((await world.admin.getState()).invites).toMatchObject([{ status: 'expired' }]);
  await page.getByLabel('Freeze at').fill('noon');
  await page.getByRole('button', { name: 'Freeze', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: '/fixed' }).waitFor();
  await page.getByLabel('Freeze at').fill('2026-01-15T09:30:00Z');
  await page.getByRole('button', { name: 'Freeze', exact: true }).click();
  await page.getByText('15 Jan 2026, 09:30:00 UTC').waitFor();
  await page.getByRole('button', { name: 'Reset to real time' }).click();
  await page.getByText('Real time.', { exact: true }).waitFor();
  await page.getByRole('switch', { name: 'Strict' }).click();
  await page.getByRole('switch', { name: 'Strict', checked: true }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('textbox', { name: 'Settings as JSON' });
  await editor.fill('{"strict": true, "inviteLifetimeSeconds": 0}');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').filter({ hasText: 'inviteLifetimeSeconds' }).waitFor();
  await editor.fill('{"strict": true, "identifierSeed": 7}');
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForStatus(page, 'The settings were changed.');
  expect(await world.admin.getSettings()).toMatchObject({ strict: true, identifierSeed: 7 });
});

test('creates, opens and deletes another sandbox', async ({ mock, world, open }) => {
  const page = await open(`${mock.url}/__admin/#/requests`);
  await page.getByRole('link', { name: 'Sandbox default' }).click();
  await page.getByLabel('Open or create a sandbox').fill(world.name);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForURL(`${world.url}/__admin/`);
  await invite(world);
  await page.getByText('1 request.').first().waitFor();
  await page.goto(`${mock.url}/__admin/#/sandboxes`);
  await page
    .getByRole('row', { name: new RegExp(`^${world.name} 1 [\\d.,]+ K?i?B 0 .*(?:now|seconds? ago)`) })
    .waitFor();
  const unanswered = acceptDialogs(page, `Delete sandbox ${world.name}?`);
  await page.getByRole('button', { name: `Delete sandbox ${world.name}` }).click();
  await waitForStatus(page, `Sandbox ${world.name} was deleted.`);
  expect(unanswered).toEqual([]);
  const { sandboxes } = await mock.admin.listSandboxes();
  expect(sandboxes.map(({ name }) => name)).not.toContain(world.name);
});

test('allows a user without a mouse to open, read and close a request, and to reset the sandbox', async ({
  world,
  openAt,
}) => {
  await sendInvalidKey(world);
  const page = await openAt('requests');
  await page.getByRole('rowheader').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const tabTo = async (name: RegExp) => {
    for (let tabs = 0; tabs < 30; tabs++) {
      await page.keyboard.press('Tab');
      if (name.test((await page.locator(':focus').textContent()) ?? '')) return;
    }
    throw new Error(`The Tab key does not reach ${name}.`);
  };
  await tabTo(/^\s*\/v1/);
  await page.keyboard.press('Enter');
  await page
    .getByRole('heading', { name: '4 violations' })
    .or(page.getByRole('heading', { name: /violation/ }))
    .waitFor();
  expect(await page.locator(':focus').textContent()).toContain('POST /v1');
  await tabTo(/^Close$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /violation/ }).waitFor({ state: 'detached' });
  expect(await page.locator(':focus').textContent()).toContain('/v1');
  // After a change of the URL fragment, the browser moves the focus only some frames later.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const unanswered = acceptDialogs(page, 'Reset sandbox');
  await page.getByRole('button', { name: 'Reset…' }).press('Enter');
  await waitForStatus(page, 'was reset');
  expect(unanswered).toEqual([]);
  expect(await page.locator(':focus').textContent()).toBe('Reset…');
});

test('asks the user for the admin token of the mock, and rejects a wrong token', async ({ open }) => {
  await using guarded = await startMock({ port: 0, adminToken: 's3cret' });
  const page = await open(`${guarded.url}/__admin/#/clock`);
  await page.getByLabel('Token').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  for (const token of ['wrong', 's3cret']) {
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Continue' }).click();
    if (token === 'wrong') await page.getByRole('alert').waitFor();
  }
  await page.getByText('Real time.', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('Real time.', { exact: true }).waitFor();
  // The mock stops at the end of this test, and requests of an open admin page would then fail. The test therefore
  // opens the page `/docs/rules`, which sends no requests.
  await page.goto(`${guarded.url}/docs/rules`);
});

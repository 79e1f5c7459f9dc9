import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { browserTest } from '../../src/testing/browser.ts';
import { type RunningMock, startMock } from '../index.ts';
import type { SandboxHandle } from '../sandbox-handle.ts';

const ORG = '33333333-3333-4333-8333-333333333333';

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(() => mock.close());

/** A test has a world of its own, and opens its page at a place. */
const test = browserTest
  .extend('world', ({ task: _ }, { onCleanup }) => {
    const world = mock.sandbox();
    onCleanup(() => world[Symbol.asyncDispose]());
    return world;
  })
  .extend('openAt', ({ world, open }) => async (place: string) => {
    const page = await open(`${world.url}/__admin/#/${place}`);
    page.setDefaultTimeout(9000);
    return page;
  });

function ask({ url }: SandboxHandle, path: string, body: unknown, method = 'POST'): Promise<Response> {
  const headers = { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' };
  return fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

const invite = (world: SandboxHandle, email = 'ada@example.com') => ask(world, `/v1/orgs/${ORG}/invites`, { email });
const badKey = (world: SandboxHandle) => ask(world, '/v1/projects/demo-project/jwt-keys', { name: 'Mine' });

/** Waits until the page says so. */
function told(page: Page, text: string | RegExp) {
  return page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
}

async function confirm(page: Page, action: string) {
  await page.getByRole('dialog').getByRole('button', { name: action }).click();
}

describe('requests', () => {
  test('one appears without a reload, with where it broke the contract', async ({ world, openAt }) => {
    const page = await openAt('requests');
    await page.getByText('Waiting for the first request').waitFor();
    await badKey(world);
    await page
      .getByRole('row', { name: /400 POST .*violations/ })
      .getByRole('link')
      .click();
    const violation = page.getByRole('listitem').filter({ hasText: 'label is required' });
    expect(await violation.textContent()).toContain('request body /label');
    expect(await violation.getByRole('link', { name: 'Rule D50' }).getAttribute('href')).toBe(
      `${world.url}/docs/rules#D50`,
    );
    expect(await page.getByRole('region', { name: 'Body of the request' }).textContent()).toContain('"name": "Mine"');
  });

  test('they are found by operation, status, violations and text', async ({ world, openAt }) => {
    await invite(world, 'ada@example.com');
    await invite(world, 'grace@example.com');
    await badKey(world);
    const page = await openAt('requests');
    const rows = page
      .getByRole('table')
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') });
    await page.getByText('3 requests, 1 with violations.').waitFor();
    await page.getByLabel('Find').fill('GRACE');
    expect(await rows.count()).toBe(1);
    await page.getByLabel('Find').fill('');
    await page.getByLabel('Operation').selectOption('createInvite');
    expect(await rows.count()).toBe(2);
    await page.getByLabel('Status').selectOption('4xx');
    expect(await rows.count()).toBe(0);
    await page.getByLabel('Operation').selectOption('any');
    await page.getByLabel('Only with violations').check();
    expect(await rows.count()).toBe(1);
    await page.getByText('1 shown.').waitFor();
  });

  test('more of them take neither the focus nor the place; paused, none appear; cleared, none are left', async ({
    world,
    openAt,
  }) => {
    await invite(world, 'ada@example.com');
    const page = await openAt('requests');
    const first = page.getByRole('rowheader').getByRole('link').first();
    await first.focus();
    const href = await first.getAttribute('href');
    await invite(world, 'grace@example.com');
    await told(page, '2 requests');
    expect(await page.locator(':focus').getAttribute('href')).toBe(href);
    await page.getByRole('button', { name: 'Pause' }).click();
    await invite(world, 'alan@example.com');
    await told(page, '2 requests, 0 with violations. Paused.');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('3 requests').first().waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('Waiting for the first request').first().waitFor();
    expect((await world.admin.getJournal()).exchanges).toEqual([]);
  });

  test('while nobody sees the page, it asks for none', async ({ world, openAt }) => {
    const page = await openAt('requests');
    await page.getByText('Waiting for the first request').first().waitFor();
    const show = (hidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await show(true);
    let asked = 0;
    page.on('request', () => asked++);
    await invite(world);
    await page.waitForTimeout(1500);
    expect(asked).toBe(0);
    await show(false);
    await page.getByText('1 request').first().waitFor();
  });

  test('what is answered in place of the mock is shown until the mock answers again', async ({ openAt }) => {
    const page = await openAt('requests');
    await page.getByText('Waiting for the first request').first().waitFor();
    await page.route('**/__admin/journal*', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    const alert = page.getByRole('alert').filter({ hasText: 'The mock answered 502. Bad gateway' });
    await alert.waitFor();
    await page.unroute('**/__admin/journal*');
    await alert.waitFor({ state: 'detached' });
  });

  test('one is copied as a command that sends it again, without the key', async ({ world, openAt }) => {
    await invite(world, "o'hara@example.com");
    const page = await openAt('requests');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('rowheader').getByRole('link').click();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await told(page, 'Copied.');
    const command = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(command).not.toContain('test-key');
    const env = { PATH: '/usr/bin:/bin', CONTRACT_API_KEY: 'test-key' };
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env, timeout: 20_000 });
    expect(stdout).toMatch(/^HTTP\/1.1 409 .*o'hara@/s);
  });
});

describe('state', () => {
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
      .getByRole('group', { name: 'Invite of ada@example.com' })
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
});

test('a fault that is set strikes, is counted, changed and deleted', async ({ world, openAt }) => {
  const page = await openAt('faults');
  await page.getByRole('button', { name: 'Add a fault' }).click();
  await page.getByLabel('createInvite').check();
  await page.getByLabel('Status').fill('503');
  await page.getByLabel('Example').fill('nonsense');
  await page.getByLabel('Name').fill('outage');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('alert').waitFor();
  const example = page.getByLabel('Example');
  expect(await example.getAttribute('aria-invalid')).toBe('true');
  await example.fill('');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('row', { name: /outage createInvite Error 503 Each request 0 of 0/ }).waitFor();
  expect((await invite(world)).status).toBe(503);
  await page.getByRole('row', { name: /1 of 1/ }).waitFor();
  await page.getByRole('button', { name: 'Edit outage' }).click();
  const editor = page.getByRole('textbox', { name: 'Fault outage as JSON' });
  await editor.fill((await editor.inputValue()).replace('503', '429'));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Error 429/ }).waitFor();
  expect((await invite(world)).status).toBe(429);
  await page.getByRole('button', { name: 'Delete outage' }).click();
  await page.getByText('Nothing goes wrong.').waitFor();
  expect(await page.evaluate('document.activeElement.tagName')).toBe('SECTION');
  expect((await invite(world)).status).toBe(201);
});

test('time passes, stands still and is shifted; settings change', async ({ world, openAt }) => {
  await invite(world);
  const page = await openAt('clock');
  await page.getByRole('button', { name: '+7 days' }).click();
  await page.getByText("The machine's time, 7 d ahead.").waitFor();
  expect((await world.admin.getState()).invites).toMatchObject([{ status: 'expired' }]);
  await page.getByLabel('Stop at').fill('noon');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: '/fixed' }).waitFor();
  await page.getByLabel('Stop at').fill('2026-01-15T09:30:00Z');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('2026-01-15T09:30:00.000Z').waitFor();
  await page.getByLabel('Shift by').fill('-2');
  await page.getByRole('button', { name: 'Shift', exact: true }).click();
  await page.getByText('2 d behind').waitFor();
  await page.getByRole('button', { name: "Back to the machine's time" }).click();
  await page.getByText("The machine's time.").waitFor();
  await page.getByRole('switch', { name: 'Strict' }).click();
  await page.getByRole('switch', { name: 'Strict', checked: true }).waitFor();
  await page.getByLabel('Seed of identifiers').fill('7');
  await page.getByLabel('Seed of identifiers').press('Enter');
  await told(page, 'The seed of identifiers was changed.');
  await page.getByLabel('Lifetime of an invite').fill('0');
  await page.getByLabel('Lifetime of an invite').press('Enter');
  await page.getByRole('alert').filter({ hasText: 'inviteLifetimeSeconds' }).waitFor();
  expect(await world.admin.getSettings()).toMatchObject({ strict: true, identifierSeed: 7 });
});

test('another sandbox is made, looked at and deleted', async ({ world, open }) => {
  const page = await open(`${mock.url}/__admin/#/requests`);
  await page.getByText('Sandbox default').click();
  await page.getByLabel('Open or make a sandbox').fill(world.name);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForURL(`${world.url}/__admin/`);
  await invite(world);
  await page.getByText('1 request, 0 with violations.').first().waitFor();
  await page.goto(`${mock.url}/__admin/#/sandboxes`);
  await page.getByRole('button', { name: `Delete sandbox ${world.name}` }).click();
  await confirm(page, 'Delete');
  await told(page, `Sandbox ${world.name} was deleted.`);
  const { sandboxes } = await mock.admin.listSandboxes();
  expect(sandboxes.map(({ name }) => name)).not.toContain(world.name);
});

test('a keyboard is enough: a request is opened, read and closed, the sandbox reset', async ({ world, openAt }) => {
  await badKey(world);
  const page = await openAt('requests');
  await page.getByRole('rowheader').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const tabTo = async (name: RegExp) => {
    for (let tabs = 0; tabs < 30; tabs++) {
      await page.keyboard.press('Tab');
      if (name.test((await page.locator(':focus').textContent()) ?? '')) return;
    }
    throw new Error(`No Tab leads to ${name}.`);
  };
  await tabTo(/POST \/v1/);
  await page.keyboard.press('Enter');
  await page
    .getByRole('heading', { name: '4 violations' })
    .or(page.getByRole('heading', { name: /violation/ }))
    .waitFor();
  expect(await page.locator(':focus').textContent()).toContain('POST /v1');
  await tabTo(/^Close$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /violation/ }).waitFor({ state: 'detached' });
  expect(await page.locator(':focus').textContent()).toContain('POST /v1');
  await page.getByRole('button', { name: 'Reset…' }).press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(/^Reset$/);
  await page.keyboard.press('Enter');
  await told(page, 'is as new');
  expect(await page.locator(':focus').textContent()).toBe('Reset…');
});

test('colours are those of the system until others are chosen, which last', async ({ openAt }) => {
  const page = await openAt('requests');
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await background();
  await page.getByLabel('Colours').selectOption('Dark');
  expect(await background()).not.toBe(light);
  await page.reload();
  expect(await background()).not.toBe(light);
});

test('a mock with a token is asked for it; a wrong one is refused', async ({ open }) => {
  await using guarded = await startMock({ port: 0, adminToken: 's3cret' });
  const page = await open(`${guarded.url}/__admin/#/clock`);
  for (const token of ['wrong', 's3cret']) {
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Continue' }).click();
    if (token === 'wrong') await page.getByRole('alert').waitFor();
  }
  await page.getByText("The machine's time.").waitFor();
  await page.reload();
  await page.getByText("The machine's time.").waitFor();
});

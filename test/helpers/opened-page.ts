import type { Page } from 'playwright-core';
import { startMock } from '../../mock/index.ts';
import type { SandboxHandle } from '../../mock/sandbox-handle.ts';
import { browserTest } from './browser.ts';
import { post } from './faulty-sandbox.ts';

/** Test in Chromium with its own sandbox. `openAt('state/jwtKeys')` opens the page of the sandbox. */
export const pageTest = browserTest
  .extend('mock', { scope: 'file' }, async ({ browser: _ }, { onCleanup }) => {
    const mock = await startMock({ port: 0 });
    onCleanup(mock.close);
    return mock;
  })
  .extend('world', ({ mock }, { onCleanup }) => {
    const world = mock.sandbox();
    onCleanup(() => world[Symbol.asyncDispose]());
    return world;
  })
  .extend(
    'openAt',
    ({ world, open }) =>
      (place: string) =>
        open(`${world.url}/__admin/#/${place}`),
  );

/** Sends a request that the contract rejects. */
export function sendInvalidKey({ url }: SandboxHandle): Promise<Response> {
  return post(`${url}/v1/projects/demo-project/jwt-keys`, { name: 'Mine' });
}

/** Waits until the page shows the text as its status. */
export function waitForStatus(page: Page, text: string): Promise<void> {
  return page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
}

/**
 * Accepts dialogs of the page as long as their texts begin with the given texts, in this order, and dismisses the first
 * dialog with another text.
 *
 * @returns the texts of the dialogs that the page has not opened yet
 */
export function acceptDialogs(page: Page, ...questions: readonly string[]): string[] {
  const remaining = [...questions];
  const next = () =>
    page.once('dialog', (dialog) => {
      const question = remaining.shift();
      if (remaining.length > 0) next();
      void (question !== undefined && dialog.message().startsWith(question) ? dialog.accept() : dialog.dismiss());
    });
  next();
  return remaining;
}

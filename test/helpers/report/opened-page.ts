import type { Page } from 'playwright-core';
import { startMock } from '../../../mock/index.ts';
import type { SandboxHandle } from '../../../mock/sandbox-handle.ts';
import { browserTest } from '../browser.ts';
import { post } from '../faulty-sandbox.ts';

/**
 * Test in Chromium that uses a sandbox of the mock of its own. `openAt('state/jwtKeys')` opens the view `state/jwtKeys`
 * of the sandbox's page.
 */
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

/** Waits until an element of the page with the role `status` contains the text. */
export function waitForStatus(page: Page, text: string): Promise<void> {
  return page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
}

/**
 * Handles one dialog of the page for each given text, in this order: accepts a dialog that begins with the text, and
 * dismisses any other dialog.
 *
 * @returns the given texts for which the page has not yet opened a dialog
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

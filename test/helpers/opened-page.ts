import type { Page } from 'playwright-core';
import { startMock } from '../../mock/index.ts';
import type { SandboxHandle } from '../../mock/sandbox-handle.ts';
import { browserTest } from './browser.ts';
import { post } from './faulted-world.ts';

/** A test in Chromium with a world of its own, whose page `openAt('state/jwtKeys')` opens. */
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

/** Asks for what the contract rejects. */
export function badKey({ url }: SandboxHandle): Promise<Response> {
  return post(`${url}/v1/projects/demo-project/jwt-keys`, { name: 'Mine' });
}

/** Waits until the page says so. */
export function told(page: Page, text: string): Promise<void> {
  return page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
}

/**
 * Confirms the next questions of the page, which begin so, or rejects the first that does not.
 *
 * @returns the questions that the page has not asked yet
 */
export function confirms(page: Page, ...questions: readonly string[]): string[] {
  const left = [...questions];
  const next = () =>
    page.once('dialog', (dialog) => {
      const question = left.shift();
      if (left.length > 0) next();
      void (question !== undefined && dialog.message().startsWith(question) ? dialog.accept() : dialog.dismiss());
    });
  next();
  return left;
}

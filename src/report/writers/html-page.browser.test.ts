import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  accessibilityViolations,
  lowerEdge,
  PHONE,
  browserTest as test,
  WIDTHS,
} from '../../../test/helpers/browser.ts';
import { listen } from '../../../test/helpers/listen.ts';
import { sampleResult } from '../../../test/helpers/report/sample-result.ts';
import { renderHtml } from './html-page.ts';

const ranks: Readonly<Record<string, number>> = { D42: 1, D43: 2, D20: 3, D52: 4, D09: 5 };
const requirements = sampleResult.requirements.map((one) => {
  const rank = ranks[one.id];
  return rank === undefined ? one : { ...one, rank, tags: ['security'] };
});
const server = createServer((_, response) =>
  response.setHeader('Content-Type', 'text/html').end(renderHtml({ ...sampleResult, requirements })),
);

let url: string;
beforeAll(async () => {
  url = await listen(server);
});
afterAll(() => server.close());

const cards = (page: Page) => page.locator('.card:visible');

test('shows the first failure without scrolling at each width, in light and dark colours', async ({ open }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of WIDTHS) {
      const page = await open(url, { colorScheme, width });
      const first = cards(page).first();
      expect(await first.getAttribute('id')).toBe('D42');
      await first.getByText('Actual', { exact: true }).first().waitFor();
      expect(await lowerEdge(first), `${colorScheme} at ${width} px`).toBeLessThan(900);
    }
  }
});

test('shows the failing exchange of the first failure, on a phone after a click', async ({ open }) => {
  for (const width of WIDTHS) {
    const first = cards(await open(url, { width })).first();
    if (width === PHONE) await first.getByText('Request 2 of 2 · failing').click();
    await first
      .getByText(/^Response, after/)
      .first()
      .waitFor();
  }
});

test('shows the setup requests of a failure after a click', async ({ open }) => {
  const first = cards(await open(url, { width: 1440 })).first();
  expect(await first.getByText('Request 1 of 2').isVisible()).toBe(false);
  await first.getByText('1 setup request').click();
  await first.getByText('Request 1 of 2').waitFor();
});

test('groups the requirements by operation if the reader selects this grouping, and keeps the selection in the URL', async ({
  open,
}) => {
  const page = await open(url);
  await page.getByRole('radio', { name: 'By operation' }).check();
  await page.getByRole('region', { name: 'updateJwtKey' }).getByRole('heading', { name: /^D42 / }).waitFor();
  expect(page.url()).toMatch(/#group=operation$/);
  await page.reload();
  expect(await page.getByRole('radio', { name: 'By operation' }).isChecked()).toBe(true);
});

test('opens the card that a link in the list of requirements refers to, even if a filter hides the card', async ({
  open,
}) => {
  const page = await open(url, { width: 1440 });
  await page.getByRole('navigation').getByText('deleteInstallation').click();
  await page.getByRole('link', { name: /D80/ }).click();
  await page.locator('#D80[open]:visible').waitFor();
});

test('has neither accessibility violations nor horizontal overflow at any width, in light and dark colours', async ({
  open,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of WIDTHS) {
      const page = await open(url, { colorScheme, width });
      await page.getByRole('button', { name: 'Expand all' }).click();
      await page.locator('summary', { hasText: 'Run details' }).click();
      expect(await accessibilityViolations(page), `${colorScheme} at ${width} px`).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
  }
});

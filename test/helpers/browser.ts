import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';

const { CHROMIUM, CONTRACT_REQUIRE_BROWSER, PATH = '' } = process.env;
const NO_BROWSER = 'Chromium is not installed. Install Chromium, or set the variable CHROMIUM to its path.';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * Arguments without background activity. Chromium runs without its security sandbox, since CI may run as root and the
 * pages are trusted.
 */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Widths of the window at which the tests check a page, in CSS pixels; `PHONE` is the width of a phone. */
export const PHONE = 390;
export const WIDTHS = [1440, 1024, PHONE] as const;

// Longer timeout, since a browser is slow if all cores are busy with other tests.
const SLOWEST_STEP_MS = 100_000;
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

interface Reader {
  readonly colorScheme?: 'light' | 'dark';
  /** Width of the window in CSS pixels; 1280 if absent. */
  readonly width?: number;
}

type Open = (url: string, reader?: Reader) => Promise<Page>;

/**
 * Test in Chromium, which is the program `$CHROMIUM` or a program on the path. Without Chromium, a browser test is
 * skipped, or fails if `CONTRACT_REQUIRE_BROWSER` is set, as in CI. `open(url)` returns a page without cookies and
 * stored data. The test fails if the page, or a page that it opens, sends a request to another origin, loads a file
 * that does not exist, or logs an error. `openForFile` returns a page that all tests of a file share, for pages that
 * load slowly.
 */
export const browserTest = test
  .extend('executablePath', { scope: 'worker' }, () => CHROMIUM || onPath())
  .extend('browser', { scope: 'worker' }, async ({ executablePath }, { onCleanup }): Promise<Browser | undefined> => {
    if (executablePath === undefined) return withoutBrowser();
    const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('tab', { scope: 'worker' }, ({ browser }) => browser && newTab(browser))
  .extend('open', async ({ tab, skip }, { onCleanup }) => {
    if (!tab) return skip(NO_BROWSER);
    onCleanup(() => clear(tab));
    return (url: string, reader?: Reader) => visit(tab, url, reader);
  })
  .extend('openForFile', { scope: 'file' }, async ({ browser }, { onCleanup }): Promise<Open | undefined> => {
    if (!browser) return undefined;
    const tab = await newTab(browser);
    onCleanup(async () => {
      await clear(tab);
      await tab.page.context().close();
    });
    return (url, reader) => visit(tab, url, reader);
  });

/**
 * Page that several tests use one after the other, since a navigation takes a quarter of the time of a new browser
 * profile.
 */
interface Tab {
  readonly page: Page;
  readonly errors: string[];
  /** The only origin to which the page may send requests. */
  origin: string;
}

async function newTab(browser: Browser): Promise<Tab> {
  const context = await browser.newContext();
  context.setDefaultTimeout(SLOWEST_STEP_MS);
  const tab: Tab = { page: await context.newPage(), errors: [], origin: '' };
  watch(context, tab);
  return tab;
}

async function visit(tab: Tab, url: string, { colorScheme = 'light', width = 1280 }: Reader = {}): Promise<Page> {
  const { page } = tab;
  tab.origin = new URL(url).origin;
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 900 });
  await page.goto(url);
  return page;
}

/** Removes the cookies and stored data of a test, and expects that the page logged no errors. */
async function clear({ page, errors, origin }: Tab): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll();
  await context.clearPermissions();
  await context.clearCookies();
  const session = await context.newCDPSession(page);
  if (origin !== '') {
    await page.evaluate('sessionStorage.clear()');
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  }
  await session.detach();
  await page.goto('about:blank');
  expect(errors.splice(0)).toEqual([]);
}

function onPath(): string | undefined {
  const places = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return places.find((place) => existsSync(place));
}

/** Prints once per test file the reason why its tests are skipped, which the report of vitest does not contain. */
function withoutBrowser(): undefined {
  if (CONTRACT_REQUIRE_BROWSER) throw new Error(NO_BROWSER);
  process.stderr.write(`Tests in a browser are skipped. ${NO_BROWSER}\n`);
}

function watch(context: BrowserContext, tab: Tab): void {
  const report = (error: string) => tab.errors.push(error);
  context.on('weberror', (event) => report(`The page threw: ${event.error().message}`));
  context.on('console', (message) => {
    // Text that Chromium logs for each 4xx response, which a test may provoke on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      report(`The page logged: ${message.text()}`);
  });
  context.on('request', (request) => {
    const { protocol, origin: of } = new URL(request.url());
    if (of !== tab.origin && !['data:', 'blob:'].includes(protocol)) report(`The page requested ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // Chromium requests the icon of a page late, and a test may have closed its own mock at this time.
    const isLateIcon = reason === 'net::ERR_CONNECTION_REFUSED' && request.url().endsWith('/docs/icon.svg');
    // A page aborts its open requests when the user leaves the page, so the test ignores aborted requests.
    if (reason !== 'net::ERR_ABORTED' && !isLateIcon) report(`${request.url()} failed: ${reason}`);
  });
  context.on('response', (response) => {
    const type = response.request().resourceType();
    if (response.status() >= 400 && type !== 'fetch' && type !== 'xhr')
      report(`${response.url()} is ${response.status()}`);
  });
}

/** Accessibility violations that axe finds on the current page: the rule, and the elements that violate the rule. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // Options that make axe several times as fast, and do not change the findings. With these options, axe does not
  // describe passed rules, does not fetch style sheets again, and does not open a second page for frames, which the
  // pages do not have.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], preload: false });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary?.replaceAll(/\s+/g, ' ')}`),
  );
}

/** Distance between the top of the window and the lower edge of an element, in CSS pixels. */
export async function lowerEdge(element: Locator): Promise<number> {
  const { y, height } = (await element.boundingBox()) ?? { y: 0, height: Infinity };
  return y + height;
}

const READERS = [
  { colorScheme: 'light', width: 1440 } as const,
  { colorScheme: 'dark', width: 1024 } as const,
  { colorScheme: 'dark', width: 390 } as const,
];

/**
 * Expects no findings of axe and no horizontal overflow, in light colours at 1440 px, and in dark colours at 1024 and
 * 390 px.
 */
export async function expectAccessible(page: Page, view = page.url()): Promise<void> {
  for (const { colorScheme, width } of READERS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    expect(await accessibilityViolations(page), `${view} at ${width} px`).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth'), view).toBeLessThanOrEqual(width);
  }
}

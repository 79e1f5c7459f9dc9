import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';

const { CHROMIUM, CONTRACT_REQUIRE_BROWSER, PATH = '' } = process.env;
export const NO_BROWSER = 'There is no Chromium: install it, or set CHROMIUM to its path.';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** Nothing but what a test does; no sandbox, for the pages are the project's own, and CI may run as root. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

// A browser is slow where all cores are busy with other tests.
const SLOWEST_STEP_MS = 100_000;
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

interface Reader {
  readonly colorScheme?: 'light' | 'dark';
  /** Width of the window, in CSS pixels; 1280 when absent. */
  readonly width?: number;
}

type Open = (url: string, reader?: Reader) => Promise<Page>;

/**
 * A test in real Chromium: `$CHROMIUM`, or what the path has. Without one the test is skipped, and says so; where
 * `CONTRACT_REQUIRE_BROWSER` is set, as in CI, it fails. `open(url)` gives a page without cookies and stored data, and
 * the test fails when the page, or one that it opens, asks anything of another origin, misses a file, or logs an error.
 * `openForFile` gives one that several tests share, where to load it takes long.
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
    onCleanup(() => cleared(tab));
    return (url: string, reader?: Reader) => visit(tab, url, reader);
  })
  .extend('openForFile', { scope: 'file' }, async ({ browser }, { onCleanup }): Promise<Open | undefined> => {
    if (!browser) return undefined;
    const tab = await newTab(browser);
    onCleanup(async () => {
      await cleared(tab);
      await tab.page.context().close();
    });
    return (url, reader) => visit(tab, url, reader);
  });

/** A page that tests use one after the other: to visit a URL takes a quarter of the time that a new profile takes. */
interface Tab {
  readonly page: Page;
  readonly complaints: string[];
  /** The one that the page may ask. */
  origin: string;
}

async function newTab(browser: Browser): Promise<Tab> {
  const context = await browser.newContext();
  context.setDefaultTimeout(SLOWEST_STEP_MS);
  const tab: Tab = { page: await context.newPage(), complaints: [], origin: '' };
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

/** Leaves nothing of a test to the next one. */
async function cleared({ page, complaints, origin }: Tab): Promise<void> {
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
  expect(complaints.splice(0)).toEqual([]);
}

function onPath(): string | undefined {
  const places = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return places.find((place) => existsSync(place));
}

/** Says once a file what Vitest's own report leaves out: why its tests are skipped. */
function withoutBrowser(): undefined {
  if (CONTRACT_REQUIRE_BROWSER) throw new Error(NO_BROWSER);
  process.stderr.write(`Tests in a browser are skipped. ${NO_BROWSER}\n`);
}

function watch(context: BrowserContext, tab: Tab): void {
  const complain = (complaint: string) => tab.complaints.push(complaint);
  context.on('weberror', (event) => complain(`The page threw: ${event.error().message}`));
  context.on('console', (message) => {
    // Chromium logs each 4xx so; those of a page's own fetches are what a test may be about.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complain(`The page logged: ${message.text()}`);
  });
  context.on('request', (request) => {
    const { protocol, origin: of } = new URL(request.url());
    if (of !== tab.origin && !['data:', 'blob:'].includes(protocol)) complain(`The page asked ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // What a page no longer waits for when it leaves.
    if (reason !== 'net::ERR_ABORTED') complain(`${request.url()} failed: ${reason}`);
  });
  context.on('response', (response) => {
    const type = response.request().resourceType();
    if (response.status() >= 400 && type !== 'fetch' && type !== 'xhr')
      complain(`${response.url()} is ${response.status()}`);
  });
}

/** What axe finds on the page as it is now: the rule, and the elements that break it. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // Several times as quick, with the same findings: what passes is not described in full, no style sheet is fetched once
  // more, and no second page puts together what the frames tell, for the pages have none.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], preload: false });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary?.replaceAll(/\s+/g, ' ')}`),
  );
}

const READERS = [{ colorScheme: 'light', width: 1280 } as const, { colorScheme: 'dark', width: 390 } as const];

/** What axe finds, and whether something is cut off, in light colours at 1280 px and in dark ones at 390 px. */
export async function expectAccessible(page: Page, view = page.url()): Promise<void> {
  for (const { colorScheme, width } of READERS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    expect(await accessibilityViolations(page), `${view} at ${width} px`).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth'), view).toBeLessThanOrEqual(width);
  }
}

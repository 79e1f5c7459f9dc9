import { defineConfig } from '@playwright/test';

/**
 * Path of Chromium, from the environment variable `CHROMIUM`. If `CHROMIUM` is not set, Playwright uses the browser of
 * `npx playwright install chromium`.
 */
const { CHROMIUM } = process.env;

export default defineConfig({
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  use: { launchOptions: CHROMIUM ? { executablePath: CHROMIUM } : {} },
});

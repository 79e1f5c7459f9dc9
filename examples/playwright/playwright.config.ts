import { defineConfig } from '@playwright/test';

/** Path of Chromium; by default, the browser of `npx playwright install chromium`. */
const { CHROMIUM } = process.env;

export default defineConfig({
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  use: { launchOptions: CHROMIUM ? { executablePath: CHROMIUM } : {} },
});

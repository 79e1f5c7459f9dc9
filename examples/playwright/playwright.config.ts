import { defineConfig } from '@playwright/test';

/** Without CHROMIUM, the browser that `npx playwright install chromium` brought. */
const { CHROMIUM } = process.env;

export default defineConfig({
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  use: { launchOptions: CHROMIUM ? { executablePath: CHROMIUM } : {} },
});

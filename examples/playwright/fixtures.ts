import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import express from 'express';
import { type RunningMock, type SandboxHandle, startMock } from 'integration-contract';

interface Worker {
  readonly mock: RunningMock;
  /** The URL of the tested page. In your project, use the URL of your frontend here. */
  readonly site: string;
}

interface Each {
  /** The sandbox of one test. */
  readonly sandbox: SandboxHandle;
}

/** The fixtures of Playwright: each worker has a mock, and each test has a sandbox. */
export const test = base.extend<Each, Worker>({
  mock: [
    async ({}, use) => {
      await using mock = await startMock({ port: 0 });
      await use(mock);
    },
    { scope: 'worker' },
  ],
  site: [
    async ({}, use) => {
      const project = fileURLToPath(new URL('../..', import.meta.url));
      const server = express().use(express.static(project)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/examples/playwright/page.html`);
      server.close();
    },
    { scope: 'worker' },
  ],
  sandbox: async ({ mock }, use) => {
    await using sandbox = mock.sandbox();
    await use(sandbox);
  },
});

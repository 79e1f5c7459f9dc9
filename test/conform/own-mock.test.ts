import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMock } from '../../mock/index.ts';
import { runCli } from '../helpers/run-cli.ts';

const cwd = mkdtempSync(join(tmpdir(), 'own-mock-'));
const TIMEOUT_MS = 120_000;

test(
  'creates installations in a mock with a token, or shows that the token is missing',
  async () => {
    await using mock = await startMock({ port: 0, adminToken: 'let-me-in' });
    const run = (env: Record<string, string>) => runCli(['conform', mock.url, '--only', 'D80'], { cwd, env });
    for (const time of ['first', 'second']) {
      const { status, stdout, stderr } = await run({ CONTRACT_ADMIN_TOKEN: 'let-me-in' });
      expect(status, `the ${time}: ${stdout}${stderr}`).toBe(0);
      expect(stderr).not.toContain('CONTRACT_ADMIN_TOKEN');
    }
    const { stderr } = await run({});
    expect(stderr).toContain('Set CONTRACT_ADMIN_TOKEN to the token of the mock.');
  },
  TIMEOUT_MS,
);

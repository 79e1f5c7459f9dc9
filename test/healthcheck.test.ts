import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startMock } from '../mock/index.ts';

const SCRIPT = fileURLToPath(new URL('../src/cli/healthcheck.ts', import.meta.url));

async function healthcheck(env: Record<string, string>): Promise<number> {
  const [status] = await once(spawn(process.execPath, [SCRIPT], { env: { ...process.env, ...env } }), 'exit');
  return status;
}

test.each<[string, Parameters<typeof startMock>[0], Record<string, string>]>([
  ['plain HTTP', {}, {}],
  ['all addresses', { host: '0.0.0.0' }, { CONTRACT_HOST: '0.0.0.0' }],
  ['HTTPS', { https: true }, { CONTRACT_HTTPS: 'true' }],
  ['a token for the control API', { adminToken: 'secret' }, { CONTRACT_ADMIN_TOKEN: 'secret' }],
])('exits 0 for a mock with %s until the mock stops', async (_, options, env) => {
  const mock = await startMock({ port: 0, ...options });
  const CONTRACT_PORT = new URL(mock.url).port;
  expect(await healthcheck({ ...env, CONTRACT_PORT })).toBe(0);
  await mock.close();
  expect(await healthcheck({ ...env, CONTRACT_PORT })).toBe(1);
});

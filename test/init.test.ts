import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FIXTURES, loadConfiguration } from '../conformance/index.ts';
import { runCli } from './helpers/run-cli.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'init-'));

test('writes a configuration with a comment for every setting, and does not overwrite an existing configuration', async () => {
  const cwd = newFolder();
  const { status, stdout } = await runCli(['init', 'http://localhost:8081'], { cwd });
  expect([status, stdout]).toEqual([0, expect.stringContaining('integration-contract.config.yaml is written.')]);
  const path = join(cwd, 'integration-contract.config.yaml');
  expect(loadConfiguration(path, {}, FIXTURES)).toEqual({ baseUrl: 'http://localhost:8081' });
  // The test removes the comment signs from the written file, after which every setting must have a valid value.
  const text = readFileSync(path, 'utf8').replaceAll(/^# ?(?=\w+:| {2}\w+:)/gm, '');
  writeFileSync(join(cwd, 'all.yaml'), text);
  const all = loadConfiguration(join(cwd, 'all.yaml'), { MY_API_KEY: 'k' }, FIXTURES);
  expect(all).toMatchObject({ apiKey: 'k', start: 'npm run dev', fixtures: { provider: '…' } });
  expect(Object.keys(all.fixtures ?? {})).toEqual(FIXTURES.map(({ name }) => name));
  expect(await runCli(['init'], { cwd })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('integration-contract.config.yaml exists.'),
  });
});

test.each([
  ['yaml', 'baseUrl: http://127.0.0.1:1/v1'],
  ['json', '{"baseUrl": "http://127.0.0.1:1/v1"}'],
  ['ts', "const baseUrl: string = 'http://127.0.0.1:1/v1';\nexport default { baseUrl };"],
])('finds the configuration with the conventional name in %s', async (ending, text) => {
  const cwd = newFolder();
  writeFileSync(join(cwd, `integration-contract.config.${ending}`), text);
  const { status, stderr } = await runCli(['conform'], { cwd });
  expect(stderr).toContain('The base URL is "http://127.0.0.1:1/v1"');
  expect(status).toBe(2);
});

test('rejects a configuration file without a base URL, and a module without a default export', async () => {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'integration-contract.config.ts'), 'export default {};');
  expect((await runCli(['conform'], { cwd })).stderr).toContain(
    '--config integration-contract.config.ts requires a base URL',
  );
  writeFileSync(join(cwd, 'none.ts'), 'export const baseUrl = 1;');
  expect((await runCli(['conform', '-c', 'none.ts'], { cwd })).stderr).toContain('none.ts has no default export.');
});

import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { runCli } from './helpers/run-cli.ts';

const explain = (name: string) => runCli(['explain', name], { cwd: tmpdir() });

test.each(['d42', '42', 'D42'])('prints the requirement %s, with the examples before the fix', async (name) => {
  const { status, stdout } = await explain(name);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^D42: .*\n\nMUST · documented \(§4\.4\) · updateJwtKey\n.*\nPasses\n.*\nFails\n.*\nFix {2}/s);
  expect(stdout).not.toMatch(/\*\*|\]\(|<details>|```/);
});

test('lists the requirements of an operation', async () => {
  const { status, stdout } = await explain('createinvite');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^5 requirements apply only to createInvite:\n\nD70 {2}MUST {4}documented {2}createInvite/);
});

test.each([
  ['D422', 'Did you mean D'],
  ['creatInvite', 'Did you mean createInvite?'],
  ['everything-else', '`integration-contract list` shows all requirements.'],
])('exits 2 for the unknown name %s, with a hint', async (name, hint) => {
  const { status, stdout, stderr } = await explain(name);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`Unknown requirement or operation "${name}".`);
  expect(stderr).toContain(hint);
});

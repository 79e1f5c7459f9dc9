import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { runCli } from './helpers/run-cli.ts';

const list = (...args: string[]) => runCli(['list', ...args], { cwd: tmpdir() });

test.each([
  [
    ['--only', 'D42'],
    /^D42 {2}MUST {2}documented {2}updateJwtKey {2}An update changes exactly the fields in its mask\n$/,
  ],
  [
    ['cases', '--only', 'D42'],
    /^jwtKeys\/identity\/otherProject +updateJwtKey does not change keys of another project\n/,
  ],
  [['operations', '--only', 'D71'], /^createInvite {2}POST {2}\/v1\/orgs\/\{orgId\}\/invites\n$/],
  [['tags'], /^thorough +\d+ cases$/m],
])('prints the requirements, cases, operations or tags that the arguments select: list %s', async (args, text) => {
  const { status, stdout } = await list(...args);
  expect(stdout).toMatch(text);
  expect(status).toBe(0);
});

test('exits 2 for an unknown kind of list or an unknown term of a selection', async () => {
  expect(await list('rules')).toMatchObject({ status: 2, stderr: expect.stringContaining('Allowed choices are') });
  expect(await list('--only', 'D422')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Did you mean D'),
  });
});

import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { runCli } from './helpers/run-cli.ts';

const explain = (id: string) => runCli(['explain', id], { cwd: tmpdir() });

test('prints the section of a requirement from any folder', async () => {
  const { status, stdout } = await explain('d42');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^# D42: /);
  expect(stdout).toContain('**Why:**');
});

test('lists the requirements for an unknown ID', async () => {
  const { status, stdout, stderr } = await explain('D422');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain('Unknown requirement "D422". Known: D01 D02 ');
});

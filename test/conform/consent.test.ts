import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../helpers/run-cli.ts';

/**
 * URL of another machine. URL of a target that never exists, since no host name that ends in `.invalid` resolves (RFC
 * 6761 §6.4).
 */
const REMOTE = 'http://staging.invalid:1';
const folder = mkdtempSync(join(tmpdir(), 'consent-'));

test('exits 2 for a remote target without consent, and shows the planned writes', async () => {
  const { status, stderr } = await runCli(['conform', REMOTE], { cwd: folder });
  expect(status).toBe(2);
  expect(stderr).toContain(`${REMOTE} is not on this machine`);
  expect(stderr).toMatch(/integrations, JWT keys, invites and metadata groups/);
  expect(stderr).toContain('The run would:\n  - send about 9,000 requests, including invalid requests;');
  expect(stderr).toContain('three installations');
  expect(stderr).toContain('add --yes, or `consent: writes`');
});

test('shows the project and the organization in which the run would create records, and the number of installations that it would delete', async () => {
  const config = join(folder, 'without.yaml');
  writeFileSync(
    config,
    `baseUrl: ${REMOTE}
fixtures: {project: {id: p-1, name: alpha}, org: {id: org-7}, installations: [a, b, c, d]}
`,
  );
  const { status, stderr } = await runCli(['conform', '--config', config], { cwd: folder });
  expect(status).toBe(2);
  expect(stderr).toMatch(/project alpha.*organization org-7.*three or more of the 4/s);
});

test('shows that a run with a selection sends fewer requests', async () => {
  const { status, stderr } = await runCli(['conform', REMOTE, '--only', 'D74', '--explore', '5'], { cwd: folder });
  expect(status).toBe(2);
  expect(stderr).toContain('The run with this selection would:');
  expect(stderr).toContain('send some of about 9,000 requests and the requests that --explore generates,');
});

test('sends requests with --yes or `consent: writes`', async () => {
  const config = join(folder, 'with.yaml');
  writeFileSync(config, `baseUrl: ${REMOTE}\nconsent: writes\n`);
  for (const args of [
    ['conform', REMOTE, '--yes'],
    ['conform', '--config', config],
  ]) {
    const { status, stderr } = await runCli(args, { cwd: folder });
    expect(stderr).toContain(`${REMOTE} does not respond`);
    expect(status).toBe(4);
  }
});

test('rejects consent to anything except writes', async () => {
  const config = join(folder, 'other.yaml');
  writeFileSync(config, `baseUrl: ${REMOTE}\nconsent: everything\n`);
  const { status, stderr } = await runCli(['conform', '--config', config], { cwd: folder });
  expect(stderr).toMatch(/\/consent: expected "writes"/);
  expect(status).toBe(2);
});

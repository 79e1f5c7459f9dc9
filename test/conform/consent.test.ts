import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../helpers/run-cli.ts';

/** Names under `invalid` lead nowhere (RFC 6761 §6.4). */
const ELSEWHERE = 'http://staging.invalid:1';
const folder = mkdtempSync(join(tmpdir(), 'consent-'));

test('a target that is not this machine is not touched without consent: exit 2, what would be written, how to agree', async () => {
  const { status, stderr } = await runCli(['conform', ELSEWHERE], { cwd: folder });
  expect(status).toBe(2);
  expect(stderr).toContain(`${ELSEWHERE} is not this machine`);
  expect(stderr).toMatch(/integrations, JWT keys, invites and metadata groups/);
  expect(stderr).toContain('A run would\n  - send about 5,900 requests, some of them garbage;');
  expect(stderr).toContain('three installations');
  expect(stderr).toContain('--yes, or `consent: writes`');
});

test('the rejection names the project, the organization and how many installations would go', async () => {
  const config = join(folder, 'without.yaml');
  writeFileSync(
    config,
    `baseUrl: ${ELSEWHERE}
fixtures: {project: {id: p-1, name: alpha}, org: {id: org-7}, installations: [a, b, c, d]}
`,
  );
  const { status, stderr } = await runCli(['conform', '--config', config], { cwd: folder });
  expect(status).toBe(2);
  expect(stderr).toMatch(/project alpha.*organization org-7.*up to 3 of the 4/s);
});

test('the rejection of a run that is narrowed does not claim the requests of a whole one', async () => {
  const { status, stderr } = await runCli(['conform', ELSEWHERE, '--only', 'D74', '--explore', '5'], { cwd: folder });
  expect(status).toBe(2);
  expect(stderr).toContain('A run would, as far as its selection does so,');
  expect(stderr).toContain('send some of about 5,900 requests and what --explore makes up,');
});

test('with --yes or `consent: writes`, it is asked', async () => {
  const config = join(folder, 'with.yaml');
  writeFileSync(config, `baseUrl: ${ELSEWHERE}\nconsent: writes\n`);
  for (const args of [
    ['conform', ELSEWHERE, '--yes'],
    ['conform', '--config', config],
  ]) {
    const { status, stderr } = await runCli(args, { cwd: folder });
    expect(stderr).toContain(`${ELSEWHERE} does not respond`);
    expect(status).toBe(4);
  }
});

test('consent to anything but writes is rejected', async () => {
  const config = join(folder, 'other.yaml');
  writeFileSync(config, `baseUrl: ${ELSEWHERE}\nconsent: everything\n`);
  const { status, stderr } = await runCli(['conform', '--config', config], { cwd: folder });
  expect(stderr).toMatch(/\/consent: expected "writes"/);
  expect(status).toBe(2);
});

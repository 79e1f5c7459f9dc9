import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMock } from '../../mock/index.ts';
import { MISCHIEF, startHostileServer } from '../helpers/hostile-server.ts';
import { runCli } from '../helpers/run-cli.ts';
import { writtenReport } from '../helpers/written-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'selection-'));
const PATIENCE_MS = 60_000;

function read(file: string): string {
  return readFileSync(join(folder, 'reports', file), 'utf8');
}

test(
  'a run with --only judges that, and says everywhere that it judged no more',
  async () => {
    const { status, stdout } = await runCli(['conform', '--only', 'createInvite+decided,D46', '--reports', 'reports'], {
      cwd: folder,
    });
    expect(status, stdout).toBe(0);
    const result = writtenReport(folder);
    expect(result.selection).toMatchObject({ only: ['createInvite+decided,D46'], skip: [] });
    const { requirements = 0, ofRequirements = 0, cases = 0, ofCases = 0 } = result.selection ?? {};
    expect(requirements).toBeLessThan(ofRequirements);
    expect(cases).toBeLessThan(ofCases);
    const outcomeOf = (id: string) => result.requirements.find((requirement) => requirement.id === id)?.outcome;
    expect(['D46', 'D72', 'D73', 'D74'].map(outcomeOf)).toEqual(['passed', 'passed', 'passed', 'passed']);
    expect(['D01', 'D42', 'D54', 'D70', 'D80'].map(outcomeOf)).toEqual(Array(5).fill('notApplicable'));
    const words = /Only a selection was judged: --only createInvite\+decided,D46/;
    for (const text of [stdout, read('report.html'), read('summary.md').replaceAll('\\', '')])
      expect(text).toMatch(words);
  },
  PATIENCE_MS,
);

test(
  'the exit status is about what was selected: a defect elsewhere is none of it',
  async () => {
    await using mock = await startMock({ port: 0 });
    await using server = await startHostileServer(mock.url, MISCHIEF.redirects, ({ url }) =>
      /invites$/.test(url ?? ''),
    );
    const judged = async (...args: string[]) =>
      (await runCli(['conform', server.url, '--reports', 'reports', ...args], { cwd: folder })).status;
    expect(await judged('--only', 'operation:createInvite')).toBe(1);
    expect(await judged('--only', 'createJwtKey+authentication')).toBe(0);
  },
  PATIENCE_MS,
);

test.each([
  [
    '--only',
    'creatInvite',
    'unknown ID, operation, basis, level, tag or case "creatInvite". Did you mean createInvite?',
  ],
  ['--skip', 'D42,basis:documentd', 'unknown basis "documentd". Did you mean documented?'],
  ['--only', 'level:FOO', 'Use one of MUST, SHOULD, MAY.'],
  ['--only', 'createInvite+deleteInstallation', 'selects nothing'],
])('%s %s is rejected: exit 2', async (flag, terms, message) => {
  const { status, stderr } = await runCli(['conform', flag, terms], { cwd: folder });
  expect(stderr).toContain(message);
  expect(status).toBe(2);
});

test(
  'with --max-rps, requests are sent at that rate at most, over all cases',
  async () => {
    const times: number[] = [];
    await using mock = await startMock({
      port: 0,
      log: ({ path }) => path.startsWith('/v1/') && times.push(performance.now()),
    });
    const args = [
      'conform',
      mock.url,
      '--only',
      'case:jwtKeys/update/mask/both',
      '--reports',
      'reports',
      '--max-rps',
      '10',
    ];
    const { status, stdout } = await runCli(args, { cwd: folder });
    expect(status, stdout).toBe(0);
    const result = writtenReport(folder);
    expect(times.length).toBeGreaterThan(5);
    expect(result.durationMs).toBeGreaterThanOrEqual((times.length - 2) * 100);
  },
  PATIENCE_MS,
);

import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMock } from '../../mock/index.ts';
import { HOSTILE_BEHAVIOURS, startHostileServer } from '../helpers/hostile-server.ts';
import { writtenReport } from '../helpers/report/written-report.ts';
import { runCli } from '../helpers/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'selection-'));
const TIMEOUT_MS = 60_000;

function read(file: string): string {
  return readFileSync(join(folder, 'reports', file), 'utf8');
}

test(
  'judges only the selection of --only, and shows the selection in every report',
  async () => {
    const { status, stdout } = await runCli(
      ['conform', '--only', 'createInvite+decided,D46', '--reporter', 'html,md'],
      {
        cwd: folder,
      },
    );
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
  TIMEOUT_MS,
);

test(
  'returns an exit status that does not depend on a defect outside the selection',
  async () => {
    await using mock = await startMock({ port: 0 });
    await using server = await startHostileServer(mock.url, HOSTILE_BEHAVIOURS.redirects, ({ url }) =>
      /invites$/.test(url ?? ''),
    );
    const judged = async (...args: string[]) =>
      (await runCli(['conform', server.url, '--reports', 'reports', ...args], { cwd: folder })).status;
    expect(await judged('--only', 'operation:createInvite')).toBe(1);
    expect(await judged('--only', 'createJwtKey+authentication')).toBe(0);
  },
  TIMEOUT_MS,
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
])('exits 2 for %s %s', async (flag, terms, message) => {
  const { status, stderr } = await runCli(['conform', flag, terms], { cwd: folder });
  expect(stderr).toContain(message);
  expect(status).toBe(2);
});

test(
  'limits the request rate of all cases with --max-rps',
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
  TIMEOUT_MS,
);

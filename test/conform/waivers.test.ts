import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunResult } from '../../src/run-result/run-result.ts';
import { conformWith } from '../helpers/conform-with.ts';
import { writtenReport } from '../helpers/report/written-report.ts';
import { runCli } from '../helpers/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'waived-'));
/** Values of `--only` for two cases that find one defect each. */
const MASKS = ['active-beside-label-not-named', 'label-beside-active-not-named']
  .map((mask) => `D42+case:jwtKeys/update/mask/${mask}`)
  .join();

const conform = (defect: string | undefined, args: readonly string[], env: Record<string, string> = {}) =>
  conformWith(defect, args, { cwd: folder, env });

const report = (name?: string) => writtenReport(folder, name);

function outcomeOf(id: string, { requirements }: RunResult): string | undefined {
  return requirements.find((requirement) => requirement.id === id)?.outcome;
}

/** Writes a waiver file with a line of the summary that names the deviations, as a user would. */
function waive(name: string, deviation: string, more = ''): string {
  const terms = ['reason: Fixed in 2.4', 'owner: Ada', 'expires: 2999-12-31'].join('\n    ');
  writeFileSync(join(folder, name), `waivers:\n  - requirement: D42\n    ${deviation}\n    ${terms}\n${more}`);
  return name;
}

const first = await conform('label-slips-through', ['--only', MASKS, '--show-deviations', '--reporter', 'md']);
const copied = /^deviation: .*$/m.exec(readFileSync(join(folder, 'reports', 'summary.md'), 'utf8'))?.[0] ?? '';

test('shows the deviation of a failure in the summary and on the terminal', () => {
  expect(copied).toMatch(/^deviation: \[?jwtKeys\/update\//);
  expect(first.stdout).toContain(copied);
  expect(first.status).toBe(1);
});

describe('a waiver with a deviation from an earlier run', () => {
  test('waives the failure', async () => {
    const { status, stdout } = await conform('label-slips-through', ['--only', MASKS], {
      CONTRACT_WAIVERS: waive('good.yaml', copied),
    });
    expect(stdout).toContain('Waived by Ada until 2999-12-31: Fixed in 2.4.');
    expect(outcomeOf('D42', report())).toBe('waived');
    expect(report()).toMatchObject({ verdict: 'conforming', counts: { waived: 1 }, gate: { outcome: 'passed' } });
    expect(status).toBe(0);
  });

  test('does not waive a different failure of the waived requirement', async () => {
    const { status } = await conform('active-slips-through', [
      '--only',
      MASKS,
      '--waivers',
      waive('other.yaml', copied),
    ]);
    expect(outcomeOf('D42', report())).toBe('failed');
    expect(status).toBe(1);
  });

  test('fails the run if the deviation of a waiver no longer occurs', async () => {
    writeFileSync(join(folder, 'target.yaml'), `waivers: ${waive('obsolete.yaml', copied)}\n`);
    const { status, stdout } = await conform(undefined, ['--only', MASKS, '--config', 'target.yaml']);
    expect(stdout).toMatch(/The gate failed:\n {2}obsolete\.yaml:2:5: .* did not occur\. Remove the obsolete waiver\./);
    expect(report()).toMatchObject({ verdict: 'conforming', gate: { outcome: 'failed' } });
    expect(status).toBe(1);
  });

  test('ignores a waiver in a run that does not select the case of the waiver', async () => {
    const { status } = await conform(undefined, ['--only', 'D74', '--waivers', waive('beside.yaml', copied)]);
    expect(report().waivers?.entries).toMatchObject([{ state: 'unused' }]);
    expect(status).toBe(0);
  });
});

test('merges shards only if their waivers are equal', async () => {
  const shared = ['--only', MASKS, '--run-id', 'job-7', '--waivers'];
  const good = waive('shared.yaml', copied);
  const other = waive(
    'unlike.yaml',
    copied,
    '  - {requirement: D46, deviation: a/b:D46:value:00000000, reason: r, owner: o, expires: 2999-12-31}\n',
  );
  const shard = (part: string, waivers: string, reports: string) =>
    conform('label-slips-through', [...shared, waivers, '--shard', part, '--reports', reports]);
  for (const [part, waivers, reports] of [
    ['1/2', good, 's1'],
    ['2/2', good, 's2'],
    ['2/2', other, 'unlike'],
  ] as const) {
    expect((await shard(part, waivers, reports)).status).toBe(0);
  }
  // The mocks that the shards judge have different ports, but the reports of shards must have the same target. The test
  // therefore copies the target of the first report into the other reports.
  for (const name of ['s2', 'unlike']) {
    const path = join(folder, name, 'report.json');
    const { target } = report('s1');
    writeFileSync(path, JSON.stringify({ ...report(name), target }));
  }
  const { status, stdout } = await runCli(['report', 'merge', 's1', 's2', '--out', 'merged'], { cwd: folder });
  expect(status, stdout).toBe(0);
  expect(report('merged')).toMatchObject({ verdict: 'conforming', waivers: { entries: [{ state: 'used' }] } });
  expect(outcomeOf('D42', report('merged'))).toBe('waived');
  const rejected = await runCli(['report', 'merge', 's1', 'unlike', '--out', 'no'], { cwd: folder });
  expect(rejected.stderr).toMatch(/the shards have different waivers \(1 with SHA-256 \w+ and 2 with/);
  expect(rejected.status).toBe(2);
});

test.each([
  ['does not exist', ['--waivers', 'none.yaml'], /none\.yaml: the file does not exist\./],
  [
    'contains a mistake, also with --plan',
    ['--plan', '--waivers', waive('mistake.yaml', 'deviation: active')],
    /mistake\.yaml:3:5: waivers\.0\.deviation: expected/,
  ],
])('exits 2 before the run if the waiver file %s', async (_, args, message) => {
  const { status, stderr, stdout } = await runCli(['conform', ...args], { cwd: folder });
  expect(stderr).toMatch(message);
  expect(stdout).toBe('');
  expect(status).toBe(2);
});

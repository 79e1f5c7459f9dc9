import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformWith } from '../helpers/conform-with.ts';
import { writtenReport } from '../helpers/report/written-report.ts';
import { runCli } from '../helpers/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'compared-'));
/** Values of `--only`: two cases that find one defect each, and the cases of D74, which find no defect. */
const CASES =
  'D42+case:jwtKeys/update/mask/active-beside-label-not-named,D42+case:jwtKeys/update/mask/label-beside-active-not-named,D74';

const conform = (defect: string | undefined, ...args: string[]) =>
  conformWith(defect, ['--only', CASES, ...args], { cwd: folder });

const report = (name?: string) => writtenReport(folder, name);

expect((await conform('label-slips-through', '--reports', 'old')).status).toBe(1);

test.each([
  ['the same defect', 'label-slips-through', 0, 'nonconforming', { known: ['D42'], new: [] }],
  ['no defect', undefined, 0, 'conforming', { known: [], new: [] }],
  ['another defect of the same requirement', 'active-slips-through', 1, 'nonconforming', { known: [], new: ['D42'] }],
])('compares a run with a baseline that contains one failure: %s', async (_, defect, status, verdict, baseline) => {
  const run = await conform(defect, '--baseline', 'old');
  expect(report()).toMatchObject({ verdict, baseline });
  expect(run.stdout).toContain(status === 0 ? 'The gate passed:' : 'The gate failed:');
  expect(run.status, run.stdout).toBe(status);
});

test('merges the reports of shards that have a baseline', async () => {
  for (const part of ['1/2', '2/2']) {
    const args = ['--shard', part, '--run-id', 'job-8', '--baseline', 'old', '--reports', part];
    expect((await conform('label-slips-through', ...args)).status).toBe(0);
  }
  // The two faulty servers that the shards judge have different ports, but the reports of shards must have the same
  // target. The test therefore copies the target of the first report into the second report.
  const { target } = report('1/2');
  writeFileSync(join(folder, '2/2', 'report.json'), JSON.stringify({ ...report('2/2'), target }));
  const { status, stdout } = await runCli(['report', 'merge', '1/2', '2/2', '--out', 'merged'], { cwd: folder });
  expect(status, stdout).toBe(0);
  expect(report('merged')).toMatchObject({ verdict: 'nonconforming', baseline: { known: ['D42'], new: [] } });
});

test('exits 2 before the run if the baseline is missing or from another service', async () => {
  cpSync(join(folder, 'old'), join(folder, 'foreign'), { recursive: true });
  const foreign = { ...report('old'), contract: { ...report('old').contract, title: 'Pet Store' } };
  writeFileSync(join(folder, 'foreign', 'report.json'), JSON.stringify(foreign));
  for (const [path, message] of [
    ['none', /none: the file does not exist\./],
    ['foreign', /foreign cannot be the baseline: its contract is "Pet Store"/],
  ] as const) {
    const { status, stderr, stdout } = await conform(undefined, '--baseline', path);
    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
    expect(status).toBe(2);
  }
});

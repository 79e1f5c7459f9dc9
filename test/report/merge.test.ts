import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DEFECTS, startFaultyServer } from '../../conformance/faulty/index.ts';
import { startMock } from '../../mock/index.ts';
import { diffReports } from '../../src/run-result/comparison/diff.ts';
import type { RunResult } from '../../src/run-result/run-result.ts';
import { writtenReport } from '../helpers/report/written-report.ts';
import { runCli } from '../helpers/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'merge-'));
afterAll(() => rmSync(folder, { recursive: true }));

const cli = (...args: string[]) => runCli(args, { cwd: folder });

const report = (name: string) => writtenReport(folder, name);

/**
 * Values of `--only` for cases of each kind: the first and the last case of a run, cases that delete records, and cases
 * that read the records of other cases.
 */
const MANY = 'authentication,invites+behaviour,installations+behaviour,ledger';

/**
 * Parts of a result that must be equal in a run with shards and a run without shards. All parts of a result that this
 * function omits depend on the order of concurrent cases.
 */
function essence({ verdict, counts, coverage, requirements }: RunResult) {
  const outcomes = requirements.map(({ id, outcome }) => [id, outcome]);
  return { verdict, counts, coverage, outcomes };
}

test.each([
  ['of a conforming target', undefined, ['--only', MANY], 0],
  ['of a selection with a failure', 'first-path-of-the-mask-only', ['--only', 'D42'], 1],
])('merges the shards %s to the result of one run', { timeout: 120_000 }, async (_, name, selection, status) => {
  await using mock = await startMock({ port: 0 });
  await using faulty = await startFaultyServer(
    DEFECTS.find((defect) => defect.name === name) ?? {
      name: '',
      description: '',
      breaks: [],
      create: () => (request, forward) => forward(request),
    },
    mock.url,
  );
  const parts = ['1/3', '2/3', '3/3'];
  for (const part of parts) {
    const shard = ['--shard', part, '--run-id', 'job-7', '--reports', part];
    const { stderr } = await cli('conform', faulty.url, ...selection, ...shard);
    expect(stderr).not.toContain('integration-contract:');
    expect(report(part).shard?.index).toBe(Number(part[0]));
    expect(
      report(part)
        .requirements.filter(({ outcome }) => outcome === 'untestable')
        .map(({ id }) => id),
    ).toEqual([]);
    // Each shard deletes installations.
    await mock.admin.resetState();
  }
  const incomplete = await cli('report', 'merge', '1/3', '3/3', '--out', 'merged');
  expect(incomplete).toEqual({
    status: 2,
    stdout: '',
    stderr: 'integration-contract: The run has 3 shards, and shard 2 is missing.\n',
  });
  expect(await cli('report', 'merge', '3/3', '1/3', '2/3', '--out', 'merged')).toMatchObject({ status });
  expect((await cli('conform', faulty.url, ...selection, '--reports', 'one')).status).toBe(status);
  expect(essence(report('merged'))).toEqual(essence(report('one')));
  expect(diffReports(report('one'), report('merged')).changes).toEqual([]);
  expect(report('merged')).not.toHaveProperty('shard');
});

test.each([
  ['a shard without a run ID', ['conform', '--shard', '1/2'], /--shard requires --run-id\. Use the same ID/],
  ['an invalid shard', ['conform', '--shard', '3/2', '--run-id', 'a'], /Expected index\/count, such as 1\/4/],
  ['an invalid run ID', ['conform', '--run-id', 'a b'], /Expected 1 to 20 letters, digits and hyphens/],
  [
    'more shards than cases',
    ['conform', '--shard', '1/4000', '--run-id', 'a'],
    /--shard 1\/4000: only \d+ cases are selected/,
  ],
  ['a merge without --out', ['report', 'merge', 'x'], /required option '-o, --out <dir>' not specified/],
])('exits 2 for %s', async (_, args, message) => {
  const { status, stderr } = await cli(...args);
  expect(stderr).toMatch(message);
  expect(status).toBe(2);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DEFECTS, startFaultyServer } from '../../conformance/faulty/index.ts';
import { startMock } from '../../mock/index.ts';
import { diffReports } from '../../src/run-result/comparison/diff.ts';
import type { RunResult } from '../../src/run-result/run-result.ts';
import { runCli } from '../helpers/run-cli.ts';
import { writtenReport } from '../helpers/written-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'merge-'));
afterAll(() => rmSync(folder, { recursive: true }));

const cli = (...args: string[]) => runCli(args, { cwd: folder });

const report = (name: string) => writtenReport(folder, name);

/** Cases of each kind: the first, the last, some that delete, some that are about what others created. */
const MANY = 'authentication,invites+behaviour,installations+behaviour,ledger';

/**
 * What two runs of the same kind have in common. Which case sees a record that cases share, and what the last cases find,
 * depends on what ran beside them.
 */
function essence({ verdict, counts, coverage, requirements }: RunResult) {
  const outcomes = requirements.map(({ id, outcome }) => [id, outcome]);
  return { verdict, counts, coverage, outcomes };
}

test.each([
  ['of a target that conforms', undefined, ['--only', MANY], 0],
  ['of a selection that a target breaks', 'first-path-of-the-mask-only', ['--only', 'D42'], 1],
])('the shards %s come to what one run says', { timeout: 120_000 }, async (_, name, selection, status) => {
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
    // Each shard uses up installations of its own.
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
  ['no run id', ['conform', '--shard', '1/2'], /--shard needs --run-id: what the shards of one run have in common/],
  [
    'a part that is none',
    ['conform', '--shard', '3/2', '--run-id', 'a'],
    /It takes a part and their number, such as 1\/4/,
  ],
  [
    'a run id that does not fit into names',
    ['conform', '--run-id', 'a b'],
    /It takes 1 to 20 letters, digits and hyphens/,
  ],
  [
    'more parts than cases',
    ['conform', '--shard', '1/4000', '--run-id', 'a'],
    /--shard 1\/4000: only \d+ cases are selected/,
  ],
  ['no place for the merged reports', ['report', 'merge', 'x'], /required option '--out <dir>' not specified/],
])('%s is exit 2', async (_, args, message) => {
  const { status, stderr } = await cli(...args);
  expect(stderr).toMatch(message);
  expect(status).toBe(2);
});

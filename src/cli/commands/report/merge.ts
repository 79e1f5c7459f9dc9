import { mergeRecords } from '../../../../conformance/index.ts';
import { version } from '../../../../mock/core/version.ts';
import { readReport } from '../../../report/read-report.ts';
import { contractUnderTest } from '../../../run/contract-under-test.ts';
import { judgedRun } from '../../../run/judged-run.ts';
import { withoutSurplusReferences } from '../../../run/reference/reference-responses.ts';
import { orderShards, type ShardResult } from '../../../run-result/comparison/shards.ts';
import { mergeReferees } from '../../../run-result/referee.ts';
import { ReportError } from '../../../run-result/report-error.ts';
import type { RunResult } from '../../../run-result/run-result.ts';
import type { CommandContext } from '../../command-context.ts';
import { printResult } from '../../terminal/print-result.ts';

interface MergeFlags {
  readonly out: string;
  readonly spec?: string;
}

/**
 * Runs `integration-contract report merge`: combines the reports of all shards into the report of one run.
 *
 * @returns the exit status of the combined run
 */
export async function mergeCommand(
  context: CommandContext,
  paths: readonly string[],
  { out, spec }: MergeFlags,
): Promise<number> {
  const shards = orderShards(paths.map((path) => ({ path, report: readReport(path) })));
  return await printResult(context, await mergedRun(shards, spec), out);
}

async function mergedRun(shards: readonly ShardResult[], spec: string | undefined): Promise<RunResult> {
  const [one] = shards;
  if (!one) throw new ReportError('There is no report; expected one report of each shard.');
  const { suite, contract, target, basis, runId, selection, waivers, exploration } = one;
  if (suite.version !== version) {
    throw new ReportError(
      `The shards are from version ${suite.version}; expected ${version}. Merge the shards with version ${suite.version} of the suite.`,
    );
  }
  const { only = [], skip = [] } = selection ?? {};
  const underTest = await contractUnderTest(spec, { only, skip, ...(exploration && { exploration }) });
  if (underTest.contract.document.sha256 !== contract.sha256) {
    throw new ReportError(
      `The contract of the shards (SHA-256 ${contract.sha256.slice(0, 12)}) differs from ${underTest.contract.document.path}. Pass the document of the shards with --spec.`,
    );
  }
  const records = mergeRecords(
    shards.map(({ shard }) => shard.records),
    underTest.order,
  );
  const stop = shards.find((shard) => shard.stop)?.stop;
  if (!stop) requireAll(records, underTest.order.cases);
  const cleanup = shards.find((shard) => shard.cleanup?.outcome === 'failed')?.cleanup ?? one.cleanup;
  const start = Math.min(...shards.map(({ startedAt }) => Date.parse(startedAt)));
  const end = Math.max(...shards.map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs));
  return judgedRun(underTest, withoutSurplusReferences(records), {
    target,
    ...(runId !== undefined && { runId }),
    startedAt: new Date(start).toISOString(),
    durationMs: end - start,
    basis,
    ...(waivers && { waivers }),
    ...(one.shard.baseline && { baseline: one.shard.baseline }),
    ...(cleanup && { cleanup }),
    ...mergedReferee(
      shards,
      underTest.select().cases.map(({ title }) => title),
    ),
    ...(stop && { stop }),
    ...(exploration && { exploration }),
  });
}

/**
 * Merges the results of the referee, an independent validator, for all shards; absent if no shard has such a result.
 *
 * @param titles titles of the cases, in the order of the suite; the differences between the referee and the suite are
 *   sorted in this order
 */
function mergedReferee(shards: readonly ShardResult[], titles: readonly string[]): Pick<RunResult, 'referee'> {
  const referee = mergeReferees(
    shards.flatMap((shard) => shard.referee ?? []),
    titles,
  );
  return referee ? { referee } : {};
}

function requireAll(records: readonly { readonly id: string }[], cases: readonly string[]): void {
  const ids = new Set(records.map(({ id }) => id));
  const missing = cases.filter((id) => !ids.has(id));
  if (missing.length > 0) {
    throw new ReportError(
      `The shards are incomplete: ${missing.length} of ${cases.length} cases are missing, such as "${missing[0]}".`,
    );
  }
}

import { ReportError } from '../report-error.ts';
import type { RunResult } from '../run-result.ts';
import { differentFacts } from './run-facts.ts';

/** Report of a shard. */
export type ShardResult = RunResult & { readonly shard: NonNullable<RunResult['shard']> };

interface ReportFile {
  /** Path of the report, as the user wrote it. */
  readonly path: string;
  readonly report: RunResult;
}

/**
 * Sorts the shards of a run by index.
 *
 * @throws ReportError if a shard is missing, occurs twice or belongs to another run
 */
export function orderShards(given: readonly ReportFile[]): ShardResult[] {
  for (const { path, report } of given) {
    if (!report.shard) throw new ReportError(`${path} is a complete run; expected a shard.`);
  }
  const [first, ...others] = given;
  if (!first) throw new ReportError('There is no report; expected one report of each shard.');
  for (const { path, report } of others) {
    const [different] = differentFacts(first.report, report, true);
    if (!different) continue;
    const { what, values } = different;
    throw new ReportError(
      `${first.path} and ${path} are not shards of one run: the shards have different ${what} (${values.join(' and ')}).`,
    );
  }
  const shards = given.map(({ report }) => report).filter(isShard);
  const { count } = shards[0]?.shard ?? { count: 0 };
  const byIndex = Map.groupBy(given, ({ report }) => report.shard?.index ?? 0);
  for (const [index, ofIndex] of byIndex) {
    if (ofIndex.length > 1) {
      throw new ReportError(
        `Shard ${index} of ${count} occurs twice: ${ofIndex.map(({ path }) => path).join(' and ')}.`,
      );
    }
  }
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter((index) => !byIndex.has(index));
  if (missing.length > 0) {
    const which = missing.length === 1 ? `shard ${missing[0]} is` : `shards ${missing.join(', ')} are`;
    throw new ReportError(`The run has ${count} shards, and ${which} missing.`);
  }
  return shards.toSorted((a, b) => a.shard.index - b.shard.index);
}

function isShard(report: RunResult): report is ShardResult {
  return report.shard !== undefined;
}

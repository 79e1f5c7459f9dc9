import { createHash } from 'node:crypto';
import { ReportError } from './report-error.ts';
import type { RunResult } from './run-result.ts';

/** The report of one part of a run. */
export type ShardResult = RunResult & { readonly shard: NonNullable<RunResult['shard']> };

interface Given {
  /** As the user named it. */
  readonly path: string;
  readonly report: RunResult;
}

/** What all shards of a run have in common; the words are those of "they have different …". */
const COMMON: readonly (readonly [what: string, value: (report: RunResult) => string | undefined])[] = [
  ['run ids', ({ runId }) => runId],
  ['contracts', ({ contract }) => contract.sha256.slice(0, 12)],
  ['versions of the suite', ({ suite }) => suite.version],
  // Each shard that is given no URL starts a mock of its own.
  ['targets', ({ target }) => (target.embedded ? 'an embedded mock' : target.baseUrl)],
  ['bases', ({ basis }) => basis],
  ['selections', ({ selection }) => JSON.stringify([selection?.only, selection?.skip])],
  ['waivers', waiversOf],
  ['baselines', ({ baseline }) => (baseline ? `that of ${baseline.startedAt}` : 'none')],
  ['explorations', ({ exploration }) => exploration && `--explore ${exploration.runs} --seed ${exploration.seed}`],
  ['numbers of shards', ({ shard }) => shard && String(shard.count)],
];

/**
 * The shards in their order, if they are those of one run, each once.
 *
 * @throws ReportError that says what is missing, doubled or does not belong
 */
export function wholeOf(given: readonly Given[]): ShardResult[] {
  for (const { path, report } of given) {
    if (!report.shard) throw new ReportError(`${path} is a whole run, and no shard of one: there is nothing to merge.`);
  }
  const [first, ...others] = given;
  if (!first) throw new ReportError('There is nothing to merge.');
  for (const [what, value] of COMMON) {
    const odd = others.find(({ report }) => value(report) !== value(first.report));
    if (odd) {
      throw new ReportError(
        `${first.path} and ${odd.path} are no shards of one run: they have different ${what} (${value(first.report)} and ${value(odd.report)}).`,
      );
    }
  }
  const shards = given.map(({ report }) => report).filter(isShard);
  const { count } = shards[0]?.shard ?? { count: 0 };
  const byIndex = Map.groupBy(given, ({ report }) => report.shard?.index ?? 0);
  for (const [index, ofIndex] of byIndex) {
    if (ofIndex.length > 1) {
      throw new ReportError(
        `Shard ${index} of ${count} is given twice: ${ofIndex.map(({ path }) => path).join(' and ')}.`,
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

function waiversOf({ waivers }: RunResult): string {
  if (!waivers) return 'none';
  const terms = waivers.entries.map(({ requirement, deviations, reason, owner, expires }) => [
    ...[requirement, reason, owner, expires],
    ...deviations,
  ]);
  const digest = createHash('sha256').update(JSON.stringify(terms)).digest('hex').slice(0, 12);
  return `${terms.length} with the SHA-256 ${digest}`;
}

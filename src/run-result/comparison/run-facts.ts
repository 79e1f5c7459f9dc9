import { createHash } from 'node:crypto';
import type { RunResult } from '../run-result.ts';

/** A fact of two runs that differs: `selections: everything and --only D42`. */
export interface DifferentFact {
  /** In the plural. */
  readonly what: string;
  readonly values: readonly [string, string];
}

type Fact = readonly [what: string, value: (report: RunResult) => string];

/** Two runs are hard to compare if one of these differs. */
const OF_COMPARABLE_RUNS: readonly Fact[] = [
  ['contracts', contractOf],
  ['versions of the suite', ({ suite }) => suite.version],
  // Each run without a URL starts a mock of its own.
  ['targets', ({ target }) => (target.embedded ? 'an embedded mock' : target.baseUrl)],
  ['bases of judgement', ({ basis }) => basis],
  ['selections', selectionOf],
];

/** All shards of one run have these in common. */
const OF_SHARDS: readonly Fact[] = [
  ['run ids', ({ runId }) => runId ?? 'none'],
  ...OF_COMPARABLE_RUNS,
  ['waivers', waiversOf],
  ['baselines', ({ baseline }) => (baseline ? `that of ${baseline.startedAt}` : 'none')],
  [
    'explorations',
    ({ exploration }) => (exploration ? `--explore ${exploration.runs} --seed ${exploration.seed}` : 'none'),
  ],
  ['numbers of shards', ({ shard }) => String(shard?.count)],
];

/** The facts in which two runs differ. @param areShards whether they have to be shards of one run */
export function differentFacts(one: RunResult, other: RunResult, areShards = false): DifferentFact[] {
  return (areShards ? OF_SHARDS : OF_COMPARABLE_RUNS)
    .map(([what, value]): DifferentFact => ({ what, values: [value(one), value(other)] }))
    .filter(({ values: [here, there] }) => here !== there);
}

/** As a sentence names it. */
export function contractOf({ contract: { version, sha256 } }: Pick<RunResult, 'contract'>): string {
  return `${version} (SHA-256 ${sha256.slice(0, 12)})`;
}

function selectionOf({ selection }: RunResult): string {
  if (!selection) return 'everything';
  const { only, skip } = selection;
  return [...only.map((text) => `--only ${text}`), ...skip.map((text) => `--skip ${text}`)].join(' ');
}

function waiversOf({ waivers }: RunResult): string {
  if (!waivers) return 'none';
  const terms = waivers.entries.map(({ place: _, state: __, message: ___, ...entry }) => entry);
  const digest = createHash('sha256').update(JSON.stringify(terms)).digest('hex').slice(0, 12);
  return `${terms.length} with the SHA-256 ${digest}`;
}

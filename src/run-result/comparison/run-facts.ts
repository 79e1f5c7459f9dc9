import { createHash } from 'node:crypto';
import type { RunResult } from '../run-result.ts';
import { selectionTerms } from '../selection-terms.ts';

/**
 * Setting that differs between two runs, with the values of both runs, such as `selections: everything and --only D42`.
 */
export interface DifferentFact {
  /** Name of the setting, in the plural. */
  readonly what: string;
  readonly values: readonly [string, string];
}

type Fact = readonly [what: string, value: (report: RunResult) => string];

/** Settings of a run; a comparison of two runs mentions each difference as a remark. */
const COMPARED_FACTS: readonly Fact[] = [
  ['contracts', contractOf],
  ['versions of the suite', ({ suite }) => suite.version],
  // Each run without a base URL starts its own mock at a random port, so the base URLs of two such runs differ.
  ['targets', ({ target }) => (target.embedded ? 'an embedded mock' : target.baseUrl)],
  ['bases', ({ basis }) => basis],
  ['selections', selectionOf],
];

/** Settings that must be equal in all shards of a run. */
const SHARD_FACTS: readonly Fact[] = [
  ['run IDs', ({ runId }) => runId ?? 'none'],
  ...COMPARED_FACTS,
  ['waivers', waiversOf],
  ['baselines', ({ baseline }) => (baseline ? `run of ${baseline.startedAt}` : 'none')],
  [
    'explorations',
    ({ exploration }) => (exploration ? `--explore ${exploration.runs} --seed ${exploration.seed}` : 'none'),
  ],
  ['numbers of shards', ({ shard }) => String(shard?.count)],
];

/** Returns the settings that differ between two runs. @param areShards true if the runs must be shards of one run */
export function differentFacts(one: RunResult, other: RunResult, areShards = false): DifferentFact[] {
  return (areShards ? SHARD_FACTS : COMPARED_FACTS)
    .map(([what, value]): DifferentFact => ({ what, values: [value(one), value(other)] }))
    .filter(({ values: [here, there] }) => here !== there);
}

/** Version and hash of the contract, for a sentence. */
export function contractOf({ contract: { version, sha256 } }: Pick<RunResult, 'contract'>): string {
  return `${version} (SHA-256 ${sha256.slice(0, 12)})`;
}

function selectionOf({ selection }: RunResult): string {
  if (!selection) return 'everything';
  return selectionTerms(selection);
}

function waiversOf({ waivers }: RunResult): string {
  if (!waivers) return 'none';
  const terms = waivers.entries.map(({ place: _, state: __, message: ___, ...entry }) => entry);
  const digest = createHash('sha256').update(JSON.stringify(terms)).digest('hex').slice(0, 12);
  return `${terms.length} with SHA-256 ${digest}`;
}

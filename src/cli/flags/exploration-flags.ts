import { randomInt } from 'node:crypto';
import { ConfigurationError } from '../../../conformance/index.ts';
import { COMMAND } from '../../report/command.ts';
import { DEFAULT_RUNS, type Exploration, LARGEST_SEED } from '../../run-result/exploration.ts';

/** Default exploration of a run without a selection: a small exploration that sends the same requests each time. */
const DEFAULT = { explore: DEFAULT_RUNS, seed: 1 };

export interface ExplorationFlags {
  /** Number of generated bodies or request sequences in each case of the exploration; 0 for no exploration. */
  readonly explore?: number;
  readonly seed?: number;
  /** Path of a finding, if the run repeats only this finding. */
  readonly explorePath?: string;
}

interface SelectionFlags {
  readonly shard?: unknown;
  readonly only?: readonly string[];
  readonly quick?: boolean;
}

/**
 * Completes the flags of a run with the number of generated values (`explore`) and their seed. A run explores by
 * default, except with `--only` or `--quick`. With `--explore`, the seed is random unless the flags contain a seed.
 *
 * @throws ConfigurationError if `--explore-path`, or `--explore` of a shard, is given without `--seed`, or if `--seed`
 * is given without an exploration
 */
export function withSeed<Flags extends ExplorationFlags & SelectionFlags>(flags: Flags): Flags {
  const { seed, explorePath, shard, only = [], quick = false } = flags;
  const explore = flags.explore ?? (quick || only.length > 0 ? 0 : DEFAULT.explore);
  if (explore === 0 && explorePath === undefined) {
    if (seed === undefined) return flags;
    throw new ConfigurationError('--seed has no effect without --explore. Add --explore N.');
  }
  if (seed !== undefined) return { ...flags, explore };
  if (flags.explore === undefined && explorePath === undefined) return { ...flags, ...DEFAULT };
  if (explorePath === undefined && shard === undefined) return { ...flags, seed: randomInt(LARGEST_SEED) };
  const flag = explorePath === undefined ? '--shard with --explore' : '--explore-path';
  throw new ConfigurationError(`${flag} requires --seed: the seed determines the generated requests.`);
}

/** Exploration that the flags request; undefined for a run without an exploration. */
export function explorationOf({ explore = 0, seed, explorePath }: ExplorationFlags): Exploration | undefined {
  if (seed === undefined || (explore === 0 && explorePath === undefined)) return undefined;
  return { runs: Math.max(1, explore), seed, ...(explorePath !== undefined && { path: explorePath }) };
}

/**
 * Command line of the run without its exploration flags. A report appends flags to the command, so that the command
 * repeats a finding.
 */
export function commandOf({ config, spec }: { config?: string; spec?: string }, baseUrl: string): string {
  const named = [
    ...(config === undefined ? [] : ['--config', config]),
    ...(spec === undefined ? [] : ['--spec', spec]),
  ];
  return [`${COMMAND} conform`, ...(baseUrl === '' ? [] : [baseUrl]), ...named.map(quoted)].join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

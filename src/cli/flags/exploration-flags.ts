import { randomInt } from 'node:crypto';
import { ConfigurationError } from '../../../conformance/index.ts';
import { COMMAND } from '../../report/command.ts';
import { DEFAULT_RUNS, type Exploration, LARGEST_SEED } from '../../run-result/exploration.ts';

/** The exploration of a whole run: small, and the same requests each time. */
const DEFAULT = { explore: DEFAULT_RUNS, seed: 1 };

export interface ExplorationFlags {
  /** Values or sequences of each kind; none when 0. */
  readonly explore?: number;
  readonly seed?: number;
  /** The path of a finding, to repeat the finding alone. */
  readonly explorePath?: string;
}

interface SelectionFlags {
  readonly shard?: unknown;
  readonly only?: readonly string[];
  readonly quick?: boolean;
}

/**
 * The flags of the run with the size and the seed of its exploration. A run explores by default, except
 * with `--only` or `--quick`. With `--explore`, the seed is random unless the flags give one.
 *
 * @throws ConfigurationError when a part of an exploration has no seed, or a seed has no exploration
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
  const what = explorePath === undefined ? '--shard with --explore' : '--explore-path';
  throw new ConfigurationError(`${what} needs --seed: the generated requests follow from the seed.`);
}

/** What flags with a seed ask to make up; undefined for nothing. */
export function explorationOf({ explore = 0, seed, explorePath }: ExplorationFlags): Exploration | undefined {
  if (seed === undefined || (explore === 0 && explorePath === undefined)) return undefined;
  return { runs: Math.max(1, explore), seed, ...(explorePath !== undefined && { path: explorePath }) };
}

/** The command of this run without what it explored: to it come the flags that repeat a finding. */
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

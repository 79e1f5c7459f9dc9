import { randomInt } from 'node:crypto';
import { ConfigurationError } from '../../../conformance/index.ts';
import { COMMAND } from '../../report/command.ts';
import { type Exploration, LARGEST_SEED } from '../../run-result/exploration.ts';

export interface ExplorationFlags {
  /** Values or sequences of each kind; none when 0. */
  readonly explore: number;
  readonly seed?: number;
  /** What a finding names, to repeat it alone. */
  readonly explorePath?: string;
}

/**
 * The flags of the run with a seed, another one each time where they name none.
 *
 * @throws ConfigurationError where a part of something that was made up before, or elsewhere, is asked for without one,
 * and where one is named for nothing
 */
export function withSeed<Flags extends ExplorationFlags & { readonly shard?: unknown }>(flags: Flags): Flags {
  const { explore, seed, explorePath, shard } = flags;
  const isExploring = explore > 0 || explorePath !== undefined;
  if (seed !== undefined && !isExploring) {
    throw new ConfigurationError('--seed needs --explore: without it, nothing is made up.');
  }
  if (seed !== undefined || !isExploring) return flags;
  if (explorePath === undefined && shard === undefined) return { ...flags, seed: randomInt(LARGEST_SEED) };
  const what = explorePath === undefined ? '--shard with --explore' : '--explore-path';
  throw new ConfigurationError(`${what} needs --seed: what is made up follows from it.`);
}

/** What flags with a seed ask to make up; undefined for nothing. */
export function explorationOf({ explore, seed, explorePath }: ExplorationFlags): Exploration | undefined {
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

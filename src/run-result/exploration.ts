/** Seeds of fast-check are 32-bit integers. */
export const LARGEST_SEED = 2 ** 31 - 1;

/** Number of values or sequences of each exploring case, if the command does not set it. */
export const DEFAULT_RUNS = 4;

/** Exploration of a run in addition to its fixed cases, as plain data. */
export interface Exploration {
  /** Number of values or sequences of each exploring case. */
  readonly runs: number;
  /** Seed of the generated requests. The same seed generates the same requests, except for identifiers. */
  readonly seed: number;
  /** Path of the only value or sequence to repeat, from a finding. */
  readonly path?: string;
}

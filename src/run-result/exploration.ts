/** Seeds of fast-check are 32-bit integers. */
export const LARGEST_SEED = 2 ** 31 - 1;

/** Values or sequences of each exploring case of a whole run, unless the command says otherwise. */
export const DEFAULT_RUNS = 4;

/** The exploration of a run in addition to its fixed cases: plain data. */
export interface Exploration {
  /** Values or sequences of each exploring case. */
  readonly runs: number;
  /** The same seed makes the same requests, but for identifiers. */
  readonly seed: number;
  /** The one value or sequence to repeat, as a finding tells it. */
  readonly path?: string;
}

/** Seeds of fast-check are 32-bit integers. */
export const LARGEST_SEED = 2 ** 31 - 1;

/** Default number of generated bodies or request sequences in each case of the exploration. */
export const DEFAULT_RUNS = 4;

/** Settings of the exploration that a run executes in addition to its fixed cases, as plain data. */
export interface Exploration {
  /** Number of generated bodies or request sequences in each case of the exploration. */
  readonly runs: number;
  /** Seed of the generated requests. The same seed generates the same requests, except for identifiers. */
  readonly seed: number;
  /**
   * Path of fast-check to the only value or sequence that the run repeats; each finding of an exploration shows its
   * path.
   */
  readonly path?: string;
}

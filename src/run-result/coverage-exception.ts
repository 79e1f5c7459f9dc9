import type { Sighting } from '../contract/document/coverage-points.ts';

/** The reason why a side of a point may stay unseen. */
export interface CoverageException {
  readonly of: (sighting: Sighting) => boolean;
  /**
   * `never`: no request can show it, or none that a run may send. `target`: the target decides whether it exists.
   * `configuration`: it needs a fixture that not every configuration names.
   */
  readonly until: 'never' | 'target' | 'configuration';
  /** One sentence. */
  readonly reason: string;
}

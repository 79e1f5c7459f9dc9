import type { Sighting } from '../contract/document/coverage-points.ts';

/** Sides of coverage points that a run cannot or need not cover, with the reason. */
export interface CoverageException {
  readonly of: (sighting: Sighting) => boolean;
  /**
   * Condition under which a run covers the side of the coverage point. `never`: no request of a run can cover the side.
   * `target`: the behaviour of the target decides whether a run covers the side. `configuration`: a run covers the side
   * only with an optional fixture.
   */
  readonly until: 'never' | 'target' | 'configuration';
  /** Reason, as a sentence. */
  readonly reason: string;
}

import type { Sighting } from '../contract/document/coverage-points.ts';

/** Exclusion of sides of coverage points, with its reason. */
export interface CoverageException {
  readonly of: (sighting: Sighting) => boolean;
  /**
   * Condition under which the side could be covered. `never`: no request of a run can cover it. `target`: the target
   * decides. `configuration`: it requires an optional fixture.
   */
  readonly until: 'never' | 'target' | 'configuration';
  /** Reason, as a sentence. */
  readonly reason: string;
}

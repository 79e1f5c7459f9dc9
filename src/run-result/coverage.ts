import type { CoveragePoint, PointKind, Side } from '../contract/document/coverage-points.ts';
import type { CaseRecord } from './case-record.ts';
import type { CoverageException } from './coverage-exception.ts';

/**
 * Coverage of one side of a coverage point. `seen`: the run covered the side. `missing`: the run did not cover the
 * side, although a request could cover it. `excepted`: a coverage exception states why the suite does not have to cover
 * the side.
 */
type Sight = 'seen' | 'missing' | 'excepted';

/** Numbers of sides. */
export interface SideCounts {
  readonly seen: number;
  readonly missing: number;
  readonly excepted: number;
}

interface PointCoverage {
  readonly id: string;
  readonly kind: PointKind;
  readonly operationId: string;
  /**
   * Coverage of both sides. A request that uses the coverage point and is accepted covers the side `accepted`. A
   * request that violates the coverage point and is rejected covers the side `refused`. A side is absent if no request
   * can cover the side.
   */
  readonly accepted?: Sight;
  readonly refused?: Sight;
  /** Reason why the side `accepted` or the side `refused` is excluded. */
  readonly reason?: string;
}

/** Coverage of the contract by the requests and responses of a run. */
export interface RunCoverage {
  readonly counts: Readonly<Record<PointKind, SideCounts>>;
  readonly points: readonly PointCoverage[];
}

const KINDS: readonly PointKind[] = ['operation', 'status', 'mediaType', 'parameter', 'constraint'];

/** Computes the coverage points that the requests and responses of the cases covered. */
export function coverageOf(
  points: readonly CoveragePoint[],
  records: readonly CaseRecord[],
  unreachable: readonly CoverageException[],
): RunCoverage {
  const seen = new Set(records.flatMap(({ sightings = [] }) => sightings));
  const covered = points.map(({ id, kind, operationId, sides }): PointCoverage => {
    const unseen = sides.filter((side) => !seen.has(`${side} ${id}`));
    const exceptions = new Map(unseen.map((side) => [side, unreachable.find(({ of }) => of(`${side} ${id}`))]));
    const sight = (side: Side): Sight =>
      !unseen.includes(side) ? 'seen' : exceptions.get(side) ? 'excepted' : 'missing';
    const reason = [...exceptions.values()].find((exception) => exception !== undefined)?.reason;
    const sights = Object.fromEntries(sides.map((side) => [side, sight(side)]));
    return { id, kind, operationId, ...sights, ...(reason !== undefined && { reason }) };
  });
  const counts = Object.fromEntries(
    KINDS.map((kind) => [kind, countSides(covered.filter((point) => point.kind === kind))]),
  );
  return { counts: counts as Record<PointKind, SideCounts>, points: covered };
}

function countSides(points: readonly PointCoverage[]): SideCounts {
  const sights = points.flatMap(({ accepted, refused }) => [accepted, refused]);
  const of = (sight: Sight) => sights.filter((one) => one === sight).length;
  return { seen: of('seen'), missing: of('missing'), excepted: of('excepted') };
}

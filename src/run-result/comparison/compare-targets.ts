import { leftoverSentence } from '../leftovers.ts';
import { isBroken } from '../requirement-result.ts';
import type { Comparison, Difference, OneSide, RunResult } from '../run-result.ts';
import { type Change, diffReports } from './diff.ts';
import type { ResponseDifference } from './response-shapes.ts';

/** Kinds of difference between two targets, in the order in which a report shows them. */
const ORDER: readonly Difference['broken'][] = ['this', 'both', 'other', 'neither'];

/** Compares the runs of the same cases against two targets. */
export function compareTargets(own: RunResult, other: RunResult, answers: readonly ResponseDifference[]): Comparison {
  const { changes, unchanged } = diffReports(other, own);
  const differences = changes.map((change) => differenceOf(change, own, other));
  // An embedded mock has ended, so the records that the run created in the mock need no cleanup.
  const leftBehind = other.target.embedded ? '' : leftoverSentence(other, 'against/report.json');
  return {
    target: other.target,
    verdict: other.verdict,
    ...(other.stop && { unavailable: other.stop.message }),
    differences: ORDER.flatMap((broken) => differences.filter((difference) => difference.broken === broken)),
    same: unchanged,
    answers,
    ...(leftBehind !== '' && { leftBehind }),
  };
}

function differenceOf(change: Change, own: RunResult, other: RunResult): Difference {
  const { id, title, level, basis, newDeviations, goneDeviations } = change;
  const sides = { this: sideOf(id, own, newDeviations), other: sideOf(id, other, goneDeviations) };
  const [here, there] = [isBroken(sides.this), isBroken(sides.other)];
  const broken = here && there ? 'both' : here ? 'this' : there ? 'other' : 'neither';
  return { id, title, level, basis, broken, ...sides };
}

function sideOf(id: string, { requirements }: RunResult, ownDeviations: number): OneSide {
  const requirement = requirements.find((one) => one.id === id);
  if (!requirement) return { outcome: 'notApplicable', ownDeviations: 0 };
  const { outcome, message, expected, actual } = requirement;
  return {
    outcome,
    ...(message !== undefined && { message }),
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
    ownDeviations,
  };
}

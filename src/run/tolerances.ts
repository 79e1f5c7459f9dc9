import { readReport } from '../report/read-report.ts';
import { baselineOf } from '../run-result/comparison/baseline.ts';
import type { Baseline } from '../run-result/run-result.ts';
import { readWaivers } from '../run-result/waivers/read-waivers.ts';
import type { Waivers } from '../run-result/waivers/waiver.ts';

/** Waivers and baseline of a run: the deviations that do not fail the run. */
export interface Tolerances {
  readonly waivers?: Waivers;
  readonly baseline?: Baseline;
}

/**
 * Reads waivers and baseline from their files.
 *
 * @throws DataError with the line of each mistake in the waivers
 * @throws ReportError if the baseline is not a report, or cannot be compared
 */
export function readTolerances(waivers: string | undefined, baseline: string | undefined): Tolerances {
  return {
    ...(waivers !== undefined && { waivers: readWaivers(waivers) }),
    ...(baseline !== undefined && { baseline: baselineOf(baseline, readReport(baseline)) }),
  };
}

import { readReport } from '../report/read-report.ts';
import { baselineOf } from '../run-result/comparison/baseline.ts';
import type { Baseline } from '../run-result/run-result.ts';
import { readWaivers } from '../run-result/waivers/read-waivers.ts';
import type { Waivers } from '../run-result/waivers/waiver.ts';

/** The accepted deviations of a run: they do not fail it. */
export interface Tolerances {
  readonly waivers?: Waivers;
  readonly baseline?: Baseline;
}

/**
 * Read before anything is sent.
 *
 * @throws DataError that lists each mistake of the waivers with its line
 * @throws ReportError when the baseline is no report, or none to compare with
 */
export function readTolerances(waivers: string | undefined, baseline: string | undefined): Tolerances {
  return {
    ...(waivers !== undefined && { waivers: readWaivers(waivers) }),
    ...(baseline !== undefined && { baseline: baselineOf(baseline, readReport(baseline)) }),
  };
}

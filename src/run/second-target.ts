import { reach } from '../../conformance/index.ts';
import { compareTargets } from '../run-result/comparison/compare-targets.ts';
import { compareResponses } from '../run-result/comparison/response-shapes.ts';
import type { Comparison } from '../run-result/run-result.ts';
import { connectionOf, type Environment } from './connection.ts';
import type { SideResult } from './run-side.ts';
import type { Side } from './side.ts';

/**
 * Requires that the second target responds, before the run writes to any target. @throws UnreachableError without one
 */
export async function requireReachable({ baseUrl, configuration, settings }: Side, env: Environment): Promise<void> {
  if (baseUrl === undefined) return;
  const connection = connectionOf(baseUrl, configuration, env);
  const anonymous = { apiKey: '', fixtures: {}, presumed: true, runId: '' };
  await reach({ ...connection, ...anonymous, baseUrl, timeoutMs: settings.timeoutMs }, '/');
}

/**
 * Judges the second target, writes its reports, and compares the results of both targets. An error at the second target
 * does not change the verdict of the first target; the comparison reports the error.
 *
 * @param judge function that judges the second target; its argument is the URL that reports show
 */
export async function compareWithSecondTarget(
  other: Side,
  own: SideResult,
  judge: (shownUrl: string) => Promise<SideResult>,
): Promise<Comparison> {
  const target =
    other.baseUrl === undefined ? { baseUrl: 'mock', embedded: true as const } : { baseUrl: other.baseUrl };
  const none = { target, differences: [], same: 0, answers: [] };
  if (own.result.stop) return { ...none, unavailable: 'the run of this target ended early' };
  try {
    const { result, answers = new Map() } = await judge(target.baseUrl);
    const { writeReports } = await import('../report/write-reports.ts');
    await writeReports(result, other.settings.reports, other.settings.formats);
    return compareTargets(own.result, result, compareResponses(own.answers ?? new Map(), answers));
  } catch (error) {
    return { ...none, unavailable: (error as Error).message.replace(/\.$/, '') };
  }
}

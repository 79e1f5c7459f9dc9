import { reach } from '../../conformance/index.ts';
import { compareTargets } from '../run-result/comparison/compare-targets.ts';
import { compareAnswers } from '../run-result/comparison/response-shapes.ts';
import type { Comparison } from '../run-result/run-result.ts';
import { connectionOf, type Environment } from './connection.ts';
import type { SideResult } from './run-side.ts';
import type { Side } from './side.ts';

/** Before anything is written anywhere. @throws UnreachableError when nobody answers there */
export async function requireThere({ baseUrl, configuration, settings }: Side, env: Environment): Promise<void> {
  if (baseUrl === undefined) return;
  const connection = connectionOf(baseUrl, configuration, env);
  const nobody = { apiKey: '', fixtures: {}, presumed: true, runId: '' };
  await reach({ ...connection, ...nobody, baseUrl, timeoutMs: settings.timeoutMs }, '/');
}

/**
 * Judges the other side, writes its reports and compares. What goes wrong there says nothing of this side: the
 * comparison names it, and the verdict of this side stands.
 *
 * @param judge gets the URL that reports show
 */
export async function comparedWith(
  other: Side,
  own: SideResult,
  judge: (shownUrl: string) => Promise<SideResult>,
): Promise<Comparison> {
  const target =
    other.baseUrl === undefined ? { baseUrl: 'mock', embedded: true as const } : { baseUrl: other.baseUrl };
  const none = { target, differences: [], same: 0, answers: [] };
  if (own.result.stop) return { ...none, unavailable: 'since the run of this target ended early' };
  try {
    const { result, answers = new Map() } = await judge(target.baseUrl);
    const { writeReports } = await import('../report/write-reports.ts');
    await writeReports(result, other.settings.reports);
    return compareTargets(own.result, result, compareAnswers(own.answers ?? new Map(), answers));
  } catch (error) {
    return { ...none, unavailable: (error as Error).message.replace(/\.$/, '') };
  }
}

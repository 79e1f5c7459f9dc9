import type { Requirement } from '../contract/requirements.ts';
import type { RunResult } from './run-result.ts';
import type { WaiverResult } from './waiver.ts';
import { OUTCOME_OF_VERDICT } from './wording.ts';

/** Whether the verdict depends on the requirement. */
export function isGating({ level, basis }: Pick<Requirement, 'level' | 'basis'>, gate: RunResult['basis']): boolean {
  return level === 'MUST' && (gate === 'all' || basis !== 'decided');
}

/** The entries of the waivers that fail the run. */
export function faultyWaivers({
  waivers,
}: Pick<RunResult, 'waivers'>): readonly (WaiverResult & { message: string })[] {
  return waivers?.entries.filter(isFaulty) ?? [];
}

function isFaulty(entry: WaiverResult): entry is WaiverResult & { message: string } {
  return entry.message !== undefined;
}

/** What becomes of a run for which something was agreed on; undefined where the verdict says it. */
export function gateOf(result: Pick<RunResult, 'verdict' | 'waivers'>): RunResult['gate'] {
  if (!result.waivers) return undefined;
  const faults = faultyWaivers(result);
  const outcome = faults.length > 0 ? 'failed' : OUTCOME_OF_VERDICT[result.verdict];
  return { outcome, reasons: faults.map(({ message }) => message) };
}

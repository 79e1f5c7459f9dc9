import type { Requirement } from '../contract/requirement.ts';
import type { BaselineResult, GateOutcome, RunResult, Verdict } from './run-result.ts';
import type { WaiverResult } from './waivers/waiver.ts';
import { count } from './words.ts';

/** The gate of a run without waivers and baseline. */
export const OUTCOME_OF_VERDICT: Readonly<Record<Verdict, GateOutcome>> = {
  conforming: 'passed',
  nonconforming: 'failed',
  incomplete: 'incomplete',
};

/** True if the verdict depends on the requirement. */
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
export function gateOf(result: RunResult): RunResult['gate'] {
  if (!result.waivers && !result.baseline) return undefined;
  const faults = faultyWaivers(result).map(({ message }) => message);
  const outcome = faults.length > 0 ? 'failed' : outcomeOf(result);
  return { outcome, reasons: [...faults, ...(result.baseline ? baselineSentences(result.baseline) : [])] };
}

/** What was known before does not count; a run that ended early says too little to pass. */
function outcomeOf({ verdict, baseline, stop }: RunResult): GateOutcome {
  if (!baseline) return OUTCOME_OF_VERDICT[verdict];
  if (baseline.new.length > 0) return 'failed';
  return baseline.untested.length > 0 || stop ? 'incomplete' : 'passed';
}

/** How the run compares with its baseline; the first sentence is what decides. */
function baselineSentences({ file, startedAt, known, new: fresh, untested, remarks }: BaselineResult): string[] {
  const then = `the baseline (${file}, of ${startedAt})`;
  if (fresh.length > 0) {
    const fail = fresh.length === 1 ? 'does not hold' : 'do not hold';
    return [
      `${count(fresh.length, 'rule')} ${fail} that did, or failed otherwise, in ${then}: ${fresh.join(', ')}.`,
      ...remarks,
    ];
  }
  if (untested.length > 0) {
    const rules = count(untested.length, 'rule');
    return [`${rules} could not be tested as in ${then}: ${untested.join(', ')}.`, ...remarks];
  }
  const same = known.length === 0 ? '' : ` ${known.join(', ')} ${known.length === 1 ? 'fails' : 'fail'} as then.`;
  return [`Nothing has failed that did not in ${then}.${same}`, ...remarks];
}

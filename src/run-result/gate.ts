import type { Requirement } from '../contract/requirement.ts';
import type { BaselineResult, GateOutcome, RunResult, Verdict } from './run-result.ts';
import type { WaiverResult } from './waivers/waiver.ts';
import { count } from './words.ts';

/** Outcome of the gate of a run without waivers and baseline, by the verdict of the run. */
export const OUTCOME_OF_VERDICT: Readonly<Record<Verdict, GateOutcome>> = {
  conforming: 'passed',
  nonconforming: 'failed',
  incomplete: 'incomplete',
};

/** True if a failure of the requirement makes the verdict `nonconforming`. */
export function isGating({ level, basis }: Pick<Requirement, 'level' | 'basis'>, gate: RunResult['basis']): boolean {
  return level === 'MUST' && (gate === 'all' || basis !== 'decided');
}

/** Waivers that fail the run, such as expired waivers. */
export function invalidWaivers({
  waivers,
}: Pick<RunResult, 'waivers'>): readonly (WaiverResult & { message: string })[] {
  return waivers?.entries.filter(isInvalid) ?? [];
}

function isInvalid(entry: WaiverResult): entry is WaiverResult & { message: string } {
  return entry.message !== undefined;
}

/**
 * Decision about the exit status of a run with waivers or a baseline; undefined for other runs, whose exit status
 * follows from the verdict.
 */
export function gateOf(result: RunResult): RunResult['gate'] {
  if (!result.waivers && !result.baseline) return undefined;
  const mistakes = invalidWaivers(result).map(({ message }) => message);
  const outcome = mistakes.length > 0 ? 'failed' : outcomeOf(result);
  return {
    outcome,
    reasons: [...mistakes, ...(result.baseline ? baselineSentences(result.baseline, result.suite.version) : [])],
  };
}

/**
 * Outcome of the gate. Failures that the baseline also contains do not affect the decision. A run that ended early
 * never passes the gate.
 */
function outcomeOf({ verdict, baseline, stop }: RunResult): GateOutcome {
  if (!baseline) return OUTCOME_OF_VERDICT[verdict];
  if (baseline.new.length > 0) return 'failed';
  return baseline.untested.length > 0 || stop ? 'incomplete' : 'passed';
}

/**
 * Sentences about the comparison with the baseline. The first sentence contains the reason of the decision about the
 * exit status.
 */
function baselineSentences(baseline: BaselineResult, version: string): string[] {
  const { file, startedAt, known, new: all, waived = [], added = [], untested, remarks } = baseline;
  const name = `the baseline (${file}, of ${startedAt})`;
  if (all.length > 0) {
    const fresh = all.filter((id) => !waived.includes(id) && !added.includes(id));
    const listed = (ids: readonly string[], one: string, many: string) =>
      ids.length === 0
        ? []
        : [`${count(ids.length, 'requirement')} ${ids.length === 1 ? one : many}: ${ids.join(', ')}.`];
    const [changed, accepted] = [`new or changed failures compared with ${name}`, `in ${name}, and is not waived now`];
    return [
      ...listed(fresh, `has ${changed}`, `have ${changed}`),
      ...listed(waived, `was waived ${accepted}`, `were waived ${accepted.replace(' is ', ' are ')}`),
      ...listed(added, `is new in version ${version} and fails`, `are new in version ${version} and fail`),
      ...remarks,
    ];
  }
  if (untested.length > 0) {
    const rules = count(untested.length, 'requirement');
    return [`${rules} could not be tested as completely as in ${name}: ${untested.join(', ')}.`, ...remarks];
  }
  const same =
    known.length === 0 ? '' : ` ${known.join(', ')} ${known.length === 1 ? 'fails' : 'fail'} as in the baseline.`;
  return [`No new failures compared with ${name}.${same}`, ...remarks];
}

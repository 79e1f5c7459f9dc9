import type { Outcome, RequirementResult } from '../run-result/requirement-result.ts';
import type { RunResult } from '../run-result/run-result.ts';
import { COMMAND } from './command.ts';

/** Titles of the cases with the outcome of the requirement. A case with several findings occurs several times. */
function titles({ cases, outcome }: RequirementResult): string[] {
  return cases.filter((one) => one.outcome === outcome).map(({ title }) => title);
}

/** Number of cases with the outcome of the requirement. */
export function countCasesOfOutcome(requirement: RequirementResult): number {
  return new Set(titles(requirement)).size;
}

/**
 * Sorts by the number of failing cases, then in the order of the contract. A fix of the first requirement may also fix
 * many of the others.
 */
function mostCasesFirst(requirements: readonly RequirementResult[]): RequirementResult[] {
  return requirements.toSorted((a, b) => countCasesOfOutcome(b) - countCasesOfOutcome(a));
}

/** Requirements with an outcome, in the order of a report. */
export function inReportOrder(requirements: readonly RequirementResult[], outcome: Outcome): RequirementResult[] {
  const selected = requirements.filter((requirement) => requirement.outcome === outcome);
  return outcome === 'failed' || outcome === 'warned' ? mostCasesFirst(selected) : selected;
}

/** Reasons of an early end that a fix of the target removes: no path was found (D01), or the API key failed (D02). */
const FIXABLE_STOPS: ReadonlySet<string> = new Set(['unknown', 'refused']);

type Run = Pick<RunResult, 'selection' | 'exploration' | 'stop'>;

/** Sentence about the first step after a failed run; undefined if nothing failed or the reason is unknown. */
export function nextStep(failed: readonly RequirementResult[], run: Run): string | undefined {
  const [first] = failed;
  if (!first || (run.stop && !FIXABLE_STOPS.has(run.stop.reason))) return undefined;
  const { id, page } = first;
  const all = new Set(failed.flatMap(titles)).size;
  const about = failed.length === 1 ? '' : ` first (${countCasesOfOutcome(first)} of ${all} failing cases)`;
  const details = page === undefined ? '' : ` Details: ${COMMAND} explain ${id}.`;
  return `Next: fix ${id}${about}.${details} ${rerunSentence(id, run)}`;
}

/** Sentence about the run that verifies the fix. */
function rerunSentence(id: string, { selection, exploration, stop }: Run): string {
  if (stop) return 'Then run again, since the other requirements were not judged.';
  const isAlone = selection?.only.length === 1 && selection.only[0] === id;
  if (isAlone || exploration?.path !== undefined) return 'Then run the same command again.';
  const explored = exploration ? ` --explore ${exploration.runs} --seed ${exploration.seed}` : '';
  return `Then run again with --only ${id}${explored}.`;
}

import type { Outcome, RequirementResult } from '../run-result/requirement-result.ts';
import type { RunResult } from '../run-result/run-result.ts';
import { COMMAND } from './command.ts';

/** Titles of the cases that came to the outcome of the requirement: one case may have found several things. */
function titles({ cases, outcome }: RequirementResult): string[] {
  return cases.filter((one) => one.outcome === outcome).map(({ title }) => title);
}

/** How many cases came to the outcome of the requirement. */
export function tellingCases(requirement: RequirementResult): number {
  return new Set(titles(requirement)).size;
}

/**
 * Those that most cases are about come first: what explains most is to be mended first, and much of the rest may go
 * with it. Others keep the order of the contract.
 */
function mostCasesFirst(requirements: readonly RequirementResult[]): RequirementResult[] {
  return requirements.toSorted((a, b) => tellingCases(b) - tellingCases(a));
}

/** The requirements of an outcome, in the order in which a report tells them. */
export function inOrderOfReport(requirements: readonly RequirementResult[], outcome: Outcome): RequirementResult[] {
  const those = requirements.filter((requirement) => requirement.outcome === outcome);
  return outcome === 'failed' || outcome === 'warned' ? mostCasesFirst(those) : those;
}

/** What a run ended for that mending the target cures: nothing was found (D01), or the key counts elsewhere (D02). */
const CURABLE: ReadonlySet<string> = new Set(['unknown', 'refused']);

type Run = Pick<RunResult, 'selection' | 'exploration' | 'stop'>;

/** What is to be done first about a run that does not pass; undefined where nothing is, or nobody can know. */
export function nextStep(failed: readonly RequirementResult[], run: Run): string | undefined {
  const [first] = failed;
  if (!first || (run.stop && !CURABLE.has(run.stop.reason))) return undefined;
  const { id, page } = first;
  const all = new Set(failed.flatMap(titles)).size;
  const about = failed.length === 1 ? '' : ` first, which ${tellingCases(first)} of the ${all} failing cases show`;
  const explained = page === undefined ? '' : ` (${COMMAND} explain ${id})`;
  return `Next: mend ${id}${about}${explained}; ${thenRun(id, run)}.`;
}

/** How to see that it is mended. */
function thenRun(id: string, { selection, exploration, stop }: Run): string {
  if (stop) return 'then run again: the rest was not judged';
  const isAlone = selection?.only.length === 1 && selection.only[0] === id;
  if (isAlone || exploration?.path !== undefined) return 'then run the same again';
  const explored = exploration ? ` --explore ${exploration.runs} --seed ${exploration.seed}` : '';
  return `--only ${id}${explored} then judges it alone`;
}

import { type Exchange, isBroken, type Outcome, type RequirementResult } from '../run-result/requirement-result.ts';
import type { RunResult } from '../run-result/run-result.ts';
import { COMMAND } from './command.ts';

/**
 * Titles of the cases whose outcome is the outcome of the requirement. The list contains the title of a case with
 * several findings several times.
 */
function titles({ cases, outcome }: RequirementResult): string[] {
  return cases.filter((one) => one.outcome === outcome).map(({ title }) => title);
}

/** Number of cases whose outcome is the outcome of the requirement. */
export function countCasesOfOutcome(requirement: RequirementResult): number {
  return new Set(titles(requirement)).size;
}

/**
 * Requirements with the given outcome, in the order of a report: requirements with a rank by rank, all others in the
 * order of the contract.
 */
export function inReportOrder(requirements: readonly RequirementResult[], outcome: Outcome): RequirementResult[] {
  const selected = requirements.filter((requirement) => requirement.outcome === outcome);
  return selected.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
}

/** Failed requirement, with the other requirements that the same exchange violates. */
export interface MergedFailure {
  readonly requirement: RequirementResult;
  readonly alsoBroken: readonly RequirementResult[];
}

/**
 * Merges each failed requirement into an earlier requirement with the same failing exchange, since one fix in the
 * target probably removes both failures.
 */
export function mergeSameExchange(requirements: readonly RequirementResult[]): MergedFailure[] {
  const merged = new Map<string, RequirementResult[]>();
  for (const requirement of requirements) {
    const key = isBroken(requirement) ? (exchangeKey(requirement.exchanges.at(-1)) ?? requirement.id) : requirement.id;
    merged.set(key, [...(merged.get(key) ?? []), requirement]);
  }
  return [...merged.values()].flatMap(([requirement, ...alsoBroken]) =>
    requirement ? [{ requirement, alsoBroken }] : [],
  );
}

function exchangeKey(exchange: Exchange | undefined): string | undefined {
  return exchange && JSON.stringify([exchange.request, exchange.response, exchange.startedAt]);
}

/**
 * Reasons of an early end that are also failures of a requirement: the target has no path of the contract (D01), or
 * does not accept the API key (D02). If a run ended early for a reason that is not a failure of a requirement, the
 * first step is not to fix a failed requirement.
 */
const FIXABLE_STOPS: ReadonlySet<string> = new Set(['unknown', 'refused']);

type Run = Pick<RunResult, 'selection' | 'exploration' | 'stop'>;

/**
 * Sentence about the first step after a failed run; undefined if nothing failed, or if the run ended early for a reason
 * that is not a failure of a requirement.
 */
export function nextStep(failed: readonly RequirementResult[], run: Run): string | undefined {
  const [first] = failed;
  if (!first || (run.stop && !FIXABLE_STOPS.has(run.stop.reason))) return undefined;
  const { id, page } = first;
  const details = page === undefined ? '' : ` Details: ${COMMAND} explain ${id}.`;
  return `Next: fix ${id}${failed.length === 1 ? '' : ' first'}.${details} ${rerunSentence(id, run)}`;
}

/** Sentence about the run that verifies the fix. */
function rerunSentence(id: string, { selection, exploration, stop }: Run): string {
  if (stop) return 'Then run again, since the other requirements were not judged.';
  const isAlone = selection?.only.length === 1 && selection.only[0] === id;
  if (isAlone || exploration?.path !== undefined) return 'Then run the same command again.';
  const explored = exploration ? ` --explore ${exploration.runs} --seed ${exploration.seed}` : '';
  return `Then run again with --only ${id}${explored}.`;
}

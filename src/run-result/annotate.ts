import type { Place, RulePlaces } from '../contract/document/rule-places.ts';
import type { RequirementResult } from './requirement-result.ts';
import type { RunResult } from './run-result.ts';

/** The notes of a report about the rules, in addition to their outcomes. */
export interface RuleNotes {
  /** Why each rule is as it is. */
  readonly reasons: ReadonlyMap<string, string | undefined>;
  /** Path of the page about each rule, in the project. */
  readonly pages?: ReadonlyMap<string, string | undefined>;
  /** Asked for where a rule did not pass: finding the places takes as long as a hundred requests. */
  readonly places: () => RulePlaces;
}

/** The result with the reason behind each rule and, for those that did not pass, where they stand in the contract. */
export function annotate(result: RunResult, { reasons, pages, places }: RuleNotes): RunResult {
  let found: RulePlaces | undefined;
  const requirements = result.requirements.map((requirement) => {
    const reason = reasons.get(requirement.id);
    const page = pages?.get(requirement.id);
    const told = {
      ...requirement,
      ...(reason !== undefined && { reason }),
      ...(page !== undefined && { page }),
    };
    if (requirement.outcome === 'passed' || requirement.outcome === 'notApplicable') return told;
    found ??= places();
    return { ...told, places: placesOf(requirement, found) };
  });
  return { ...result, requirements };
}

const START: Place = { pointer: '', line: 1, column: 1 };

/** Those within the operation that broke it first, then what operations share; the operation itself if there is none. */
function placesOf({ id, operationId, outcome, cases }: RequirementResult, { rules, operations }: RulePlaces): Place[] {
  const broken = operationId ?? cases.find((one) => one.outcome === outcome)?.operationId;
  const operation = broken === undefined ? undefined : operations.get(broken);
  const distance = ({ pointer }: Place) => {
    if (operation && `${pointer}/`.startsWith(`${operation.pointer}/`)) return 0;
    return pointer.startsWith('/paths/') ? 2 : 1;
  };
  const places = (rules.get(id) ?? []).toSorted((a, b) => distance(a) - distance(b));
  return places.length > 0 ? places : [operation ?? START];
}

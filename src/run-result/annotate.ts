import type { Place, RulePlaces } from '../contract/document/rule-places.ts';
import type { RequirementResult } from './requirement-result.ts';
import type { RunResult } from './run-result.ts';

/**
 * Sources of the notes about a requirement: its reason, its documentation page, and its positions in the OpenAPI
 * document.
 */
export interface RuleNotes {
  /** Reason for each requirement, by ID; undefined for a requirement without a reason. */
  readonly reasons: ReadonlyMap<string, string | undefined>;
  /** Path of the page about each requirement, relative to the project's root. */
  readonly pages?: ReadonlyMap<string, string | undefined>;
  /**
   * Finds the positions of all rules in the OpenAPI document. The search is slow, so it runs only if a requirement did
   * not pass.
   */
  readonly places: () => RulePlaces;
}

/**
 * Adds the reason and the path of the documentation page to each requirement. Adds the positions in the OpenAPI
 * document to each requirement that did not pass.
 */
export function annotate(result: RunResult, { reasons, pages, places }: RuleNotes): RunResult {
  let found: RulePlaces | undefined;
  const requirements = result.requirements.map((requirement) => {
    const reason = reasons.get(requirement.id);
    const page = pages?.get(requirement.id);
    const noted = {
      ...requirement,
      ...(reason !== undefined && { reason }),
      ...(page !== undefined && { page }),
    };
    if (requirement.outcome === 'passed' || requirement.outcome === 'notApplicable') return noted;
    found ??= places();
    return { ...noted, places: placesOf(requirement, found) };
  });
  return { ...result, requirements };
}

const START: Place = { pointer: '', line: 1, column: 1 };

/**
 * Positions of a rule in the OpenAPI document: positions in the failed operation first, then in shared components, then
 * in other operations. A rule that the document does not contain gets the position of the failed operation, or else the
 * start of the document.
 */
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

import type { CaseRecord } from '../../../src/run-result/case-record.ts';
import type { SelectedCases } from './selection.ts';

/**
 * Creates a case record, in which all rules are untestable, for each selected case that did not run. Without a case
 * record for each skipped case, a rule that holds in other cases would count as completely tested.
 *
 * @param reason one sentence, without a full stop
 */
export function unrun(
  { first, cases, last, canEvaluate }: Pick<SelectedCases, 'first' | 'cases' | 'last' | 'canEvaluate'>,
  records: readonly Pick<CaseRecord, 'id'>[],
  reason: string,
): CaseRecord[] {
  const recorded = new Set(records.map(({ id }) => id));
  return [first, ...cases, last]
    .filter(({ id }) => !recorded.has(id))
    .map((one) => {
      const rules = one.rules.filter((rule) => canEvaluate(rule, one));
      return {
        id: one.id,
        title: one.title,
        rules,
        ...(one.operation && { operationId: one.operation.operationId }),
        findings: rules.map((rule) => ({ rule, result: 'untestable', message: reason })),
        exchanges: [],
        requests: 0,
      };
    });
}

import type { CaseRecord } from '../../../src/run-result/case-record.ts';
import type { SelectedCases } from './selection.ts';

/**
 * A record for each case that was selected and has none: what it would decide is untestable. Without it, a rule
 * that other cases have shown to hold would pass for one that was judged as a whole.
 *
 * @param reason one sentence, without a full stop
 */
export function unrun(
  { first, cases, last, judges }: Pick<SelectedCases, 'first' | 'cases' | 'last' | 'judges'>,
  records: readonly Pick<CaseRecord, 'id'>[],
  reason: string,
): CaseRecord[] {
  const recorded = new Set(records.map(({ id }) => id));
  return [first, ...cases, last]
    .filter(({ id }) => !recorded.has(id))
    .map((one) => {
      const rules = one.rules.filter((rule) => judges(rule, one));
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

import { titlesOfProblems } from './behaviours/problems.ts';
import type { CaseRecord } from './case.ts';
import { preflight } from './preflight.ts';
import type { SelectedCases } from './selection.ts';

/**
 * A record for each case that was selected and has none: what it would decide is untestable. Without it, a rule
 * that other cases have shown to hold would pass for one that was judged as a whole.
 *
 * @param reason one sentence, without a full stop
 */
export function unrun(
  { cases, judges }: Pick<SelectedCases, 'cases' | 'judges'>,
  records: readonly Pick<CaseRecord, 'title'>[],
  reason: string,
): CaseRecord[] {
  const recorded = new Set(records.map(({ title }) => title));
  return [preflight, ...cases, titlesOfProblems()]
    .filter(({ title }) => !recorded.has(title))
    .map((one) => {
      const rules = one.rules.filter((rule) => judges(rule, one));
      return {
        title: one.title,
        rules,
        ...(one.operation && { operationId: one.operation.operationId }),
        findings: rules.map((rule) => ({ rule, result: 'untestable', message: reason })),
        exchanges: [],
        requests: 0,
      };
    });
}

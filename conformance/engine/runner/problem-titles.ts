import type { ProblemTitles } from '../../../src/run-result/case-record.ts';
import { type Finding, holds } from '../../../src/run-result/finding.ts';
import type { Case } from '../case.ts';

/** The last case of a run, which evaluates the titles of all problem documents and the state of shared records. */
export const titlesOfProblems: Case = {
  id: 'problems/titles',
  title: 'all problem documents of one type have the same title, and records that several cases use keep their state',
  rules: ['problem-recommended'],
  run: async (scope) => {
    scope.reportDeferred();
    for (const { rule, result, message = '', expected = '', actual = '' } of evaluateTitles(
      scope.session.titles.shown(scope.session.conceal),
    )) {
      if (result === 'holds') scope.holds(rule);
      else scope.broken(rule, message, expected, actual);
    }
  },
  observed: ({ titles, conceal }) => ({ titles: titles.shown(conceal) }),
};

/**
 * Evaluates whether all problem documents of one type have the same title. The findings do not depend on the order
 * in which the responses arrived.
 */
export function evaluateTitles(titles: ProblemTitles): Finding[] {
  return Object.entries(titles)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([type, ofType]) => {
      if (ofType.length === 1) return holds('problem-recommended');
      const shown = ofType.toSorted().slice(0, 3);
      return {
        rule: 'problem-recommended',
        result: 'broken',
        message: `problems of the type ${type} have ${ofType.length} titles; expected one`,
        expected: 'one title',
        actual: shown.map((title) => JSON.stringify(title)).join(', '),
      };
    });
}

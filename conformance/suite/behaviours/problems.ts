import type { Case } from '../case.ts';
import { type Finding, holds } from '../finding.ts';

/** Types of problems and the titles that came with them. */
export type ProblemTitles = Readonly<Record<string, readonly string[]>>;

/** D24, second half: over all problems of the run, so it comes last. */
export function titlesOfProblems(): Case {
  return {
    title: 'problems of one type have one title',
    rules: ['D24'],
    run: async (scope) => {
      for (const { rule, result, message = '', expected = '', actual = '' } of judgeTitles(
        scope.session.shownTitles(),
      )) {
        if (result === 'holds') scope.holds(rule);
        else scope.broken(rule, message, expected, actual);
      }
    },
    observed: (session) => ({ titles: session.shownTitles() }),
  };
}

/** What the titles say, the same in whichever order they came. */
export function judgeTitles(titles: ProblemTitles): Finding[] {
  return Object.entries(titles)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([type, ofType]) => {
      if (ofType.length === 1) return holds('D24');
      const shown = ofType.toSorted().slice(0, 3);
      return {
        rule: 'D24',
        result: 'broken',
        message: `problems of the type ${type} have several titles`,
        expected: 'one title',
        actual: shown.map((title) => JSON.stringify(title)).join(', '),
      };
    });
}

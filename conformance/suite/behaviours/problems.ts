import type { Case } from '../case.ts';

/** D24, second half: over all problems of the run, so it comes last. */
export function titlesOfProblems(): Case {
  return {
    title: 'problems of one type have one title',
    rules: ['D24'],
    run: async (scope) => {
      for (const [type, titles] of scope.session.titles) {
        const shown = [...titles].slice(0, 3).map((title) => JSON.stringify(title));
        scope.check(
          'D24',
          titles.size === 1,
          `problems of the type ${type} have several titles`,
          'one title',
          shown.join(', '),
        );
      }
    },
  };
}

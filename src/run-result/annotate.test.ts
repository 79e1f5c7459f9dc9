import { describe, expect, test } from 'vitest';
import { sampleResult } from '../../test/helpers/report/sample-result.ts';
import { annotate } from './annotate.ts';

const at = (pointer: string, line: number) => ({ pointer, line, column: 1 });
const reasons = new Map([
  ['D01', 'A reason.'],
  ['D43', 'Another.'],
]);
const found = {
  rules: new Map([
    ['D20', [at('/paths/~1a/get', 10), at('/components/schemas/Problem', 40), at('/paths/~1b/delete/responses', 20)]],
  ]),
  operations: new Map([['deleteInstallation', at('/paths/~1b/delete', 19)]]),
};

function annotated() {
  let searches = 0;
  const result = annotate(sampleResult, {
    reasons,
    places: () => {
      searches++;
      return found;
    },
  });
  return { searches, row: (id: string) => result.requirements.find((one) => one.id === id) };
}

describe('annotate', () => {
  test('adds the reason why a rule exists to the result of the rule, for every outcome', () => {
    const { row } = annotated();
    expect([row('D01')?.reason, row('D43')?.reason, row('D20')?.reason]).toEqual(['A reason.', 'Another.', undefined]);
  });

  test('sorts the positions of a rule in the document: in the failed operation, in shared components, in other operations', () => {
    expect(
      annotated()
        .row('D20')
        ?.places?.map(({ line }) => line),
    ).toEqual([20, 40, 10]);
  });

  test('returns the position of the operation, or the start of the document, for a rule that the document does not contain', () => {
    const { row } = annotated();
    expect(row('D74')?.places).toEqual([at('', 1)]);
    const first = annotate(
      { ...sampleResult, requirements: sampleResult.requirements.filter(({ id }) => id === 'D20') },
      { reasons, places: () => ({ ...found, rules: new Map() }) },
    );
    expect(first.requirements[0]?.places).toEqual([at('/paths/~1b/delete', 19)]);
  });

  test('searches the document for the rules once, and only if a rule did not pass', () => {
    const { searches, row } = annotated();
    expect(searches).toBe(1);
    expect(row('D01')).not.toHaveProperty('places');
    const passed = sampleResult.requirements.filter(({ outcome }) => outcome === 'passed');
    const places = () => expect.fail('a search');
    annotate({ ...sampleResult, requirements: passed }, { reasons, places });
  });
});

import { expect, test } from 'vitest';
import { caseOf, requirement } from '../../test/helpers/report/result-parts.ts';
import type { CaseRecord } from './case-record.ts';
import { ranked } from './rank.ts';
import type { RequirementResult } from './requirement-result.ts';

/** Result of a requirement with one failed case, and the record of this case. The case has the ID of the requirement. */
function failed(id: string, rule: Partial<RequirementResult> = {}, record: Partial<CaseRecord> = {}) {
  const row = { id, title: id, level: 'MUST', basis: 'documented', text: id } as const;
  const result: RequirementResult = { ...requirement(row, { ...caseOf(id, 'failed'), id }), ...rule };
  const ofCase: CaseRecord = { id, title: id, rules: [id], findings: [], exchanges: [], requests: 1, ...record };
  return { result, record: ofCase };
}

function order(...all: ReturnType<typeof failed>[]): string[] {
  const results = ranked(
    all.map(({ result }) => result),
    all.map(({ record }) => record),
  );
  return results.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0)).map(({ id }) => id);
}

test('ranks failed security requirements first, then requirements about documented behaviour, then about the form of responses, then decided requirements', () => {
  expect(
    order(
      failed('negative', {}, { isNegative: true }),
      failed('decided', { basis: 'decided' }),
      failed('form', {}, { rules: [] }),
      failed('documented'),
      failed('security', { basis: 'decided', tags: ['security'] }),
    ),
  ).toEqual(['security', 'documented', 'form', 'decided', 'negative']);
});

test('ranks a failed requirement before a warned requirement, and otherwise keeps the order of the contract', () => {
  const warned = failed('warned', { outcome: 'warned', tags: ['security'] });
  expect(order(warned, failed('b'), failed('a'))).toEqual(['b', 'a', 'warned']);
});

test('ranks a requirement by the basis of the case that a report shows first', () => {
  const { result, record } = failed('partly');
  const decided = { ...result, cases: result.cases.map((one) => ({ ...one, basis: 'decided' as const })) };
  expect(order({ result: decided, record }, failed('documented'))).toEqual(['documented', 'partly']);
});

test('gives no rank to requirements that neither failed nor warned', () => {
  const { result, record } = failed('open', { outcome: 'untestable' });
  expect(ranked([result], [record])[0]).not.toHaveProperty('rank');
});

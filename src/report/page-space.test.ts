import { expect, test } from 'vitest';
import { caseOf, exchange, requirement } from '../../test/helpers/report/result-parts.ts';
import { resultWith, sampleResult } from '../../test/helpers/report/sample-result.ts';
import { countOutcomes } from '../run-result/requirement-result.ts';
import type { RunResult } from '../run-result/run-result.ts';
import { withinPage } from './page-space.ts';
import { blocksOf } from './report.ts';
import { renderHtml } from './writers/html-page.ts';

const MIB = 2 ** 20;

/** Result in which each failed case has a different text of the given length. */
function resultOf(requirements: number, cases: number, length: number): RunResult {
  const rule = { title: 'A', level: 'MUST', basis: 'decided', text: 'A' } as const;
  const all = Array.from({ length: requirements }, (_, index) =>
    requirement(
      { id: `D${index}`, ...rule },
      ...Array.from({ length: cases }, (__, at) => {
        const text = `${index} ${at} `.repeat(Math.ceil(length / 6)).slice(0, length);
        const exchanges = [exchange('GET /a', { text }, 500, { detail: text })];
        return caseOf(`case ${at}`, 'failed', { message: text, expected: '400', actual: text }, exchanges);
      }),
    ),
  );
  return { ...sampleResult, requirements: all, counts: countOutcomes(all) };
}

test('limits the length of the page for a target that sends a different text in each error', () => {
  const result = resultOf(40, 60, 2000);
  const page = renderHtml(result);
  expect(page.length).toBeLessThan(8 * MIB);
  const cut = Array.from(page.matchAll(/The evidence of (\d+) cases? is omitted/g), ([, number]) => Number(number));
  const shown = page.match(/<div class="exchange">/g)?.length ?? 0;
  expect(cut.reduce((sum, number) => sum + number, 0) + shown).toBe(40 * 60);
});

test('keeps the evidence of the first case of each requirement', () => {
  const page = renderHtml(resultOf(40, 60, 2000));
  const cards = page.split('<details class="card failed"').slice(1);
  expect(cards).toHaveLength(40);
  expect(cards.filter((card) => !card.includes('<div class="exchange">'))).toEqual([]);
});

test.each([
  ['the sample', sampleResult],
  ['hundreds of failures', resultOf(40, 20, 300)],
  ['many cases with the same finding', resultWith('x')],
])('keeps all evidence of a normal run: %s', (_, result) => {
  const { requirements } = blocksOf(result);
  expect(withinPage(requirements)).toEqual(requirements);
});

import { describe, expect, test } from 'vitest';
import { mistakesOf } from '../../test/helpers/report/report-schema.ts';
import { sampleResult } from '../../test/helpers/report/sample-result.ts';
import { countOutcomes, type RequirementResult } from '../run-result/requirement-result.ts';
import type { RunResult } from '../run-result/run-result.ts';
import { renderSummary, renderText } from './summary.ts';
import { byOperation, duration, failuresByBasis, findings, verdictSentence } from './wording.ts';
import { renderHtml } from './writers/html-page.ts';

function resultOf(verdict: RunResult['verdict'], ...outcomes: RequirementResult['outcome'][]): RunResult {
  const requirements = sampleResult.requirements.filter(({ outcome }) => outcomes.includes(outcome));
  return { ...sampleResult, verdict, requirements, counts: countOutcomes(requirements) };
}

describe('wording', () => {
  test.each([
    [sampleResult, '4 of 10 requirements failed.'],
    [
      { ...sampleResult, basis: 'documented' as const },
      '4 of 10 requirements failed. Decided requirements are reported, but do not affect the verdict.',
    ],
    [resultOf('incomplete', 'passed', 'untestable'), 'Nothing failed, but 1 MUST requirement could not be tested.'],
    [resultOf('conforming', 'passed', 'warned'), 'All tested MUST requirements passed, with 1 warning.'],
    [resultOf('conforming', 'passed'), 'All tested MUST requirements passed.'],
  ])('explains the verdict: %$', (result, want) => {
    expect(verdictSentence(result)).toBe(want);
  });

  test('counts failures by basis, with the next step for each basis', () => {
    expect(failuresByBasis(sampleResult)).toEqual([
      '2 documented (specified by the interface: fix the service)',
      '1 corrected (the interface contradicts itself; its field list decides: fix the service)',
      '1 decided (defined by this contract: fix the service, or challenge the decision)',
    ]);
  });

  test('returns the group of requirements for all operations first, if this group is not empty', () => {
    expect([...byOperation(sampleResult.requirements.toReversed()).keys()][0]).toBe('Everywhere');
    const own = sampleResult.requirements.filter(({ id }) => id === 'D42');
    expect([...byOperation(own).keys()]).toEqual(['updateJwtKey']);
  });

  test.each<[string, (result: RunResult) => string]>([
    ['a terminal', (result) => renderText(result, { color: false })],
    ['a summary in Markdown', renderSummary],
    ['the page', renderHtml],
  ])('shows the number of cases and requests in %s', (_, render) => {
    expect(render({ ...sampleResult, cases: { run: 16, failed: 5 } })).toContain('16 cases, 61 requests');
  });

  test('returns the requirement instead of a case if no case has the outcome of the requirement', () => {
    const [first] = sampleResult.requirements.filter(({ id }) => id === 'D04');
    expect(first && findings(first)).toEqual([first]);
  });

  test.each([
    [12.4, '12 ms'],
    [999.4, '999 ms'],
    [4210, '4.2 s'],
    [59_960, '1 min 0 s'],
    [187_000, '3 min 7 s'],
  ])('formats a duration of %d ms as %s', (milliseconds, want) => {
    expect(duration(milliseconds)).toBe(want);
  });
});

test('explains that the report of a shard has no verdict, and that the shard has no failures', () => {
  const report = { ...sampleResult, runId: 'job-7', shard: { index: 2, count: 3, records: [] } };
  const sentence = 'Combine the reports of all shards with `report merge`.';
  const { requirements } = resultOf('conforming', 'passed');
  const without = { ...report, verdict: 'conforming', requirements, counts: countOutcomes(requirements) } as const;
  expect(verdictSentence(report)).toContain(sentence);
  expect(renderText(report, { color: false })).toMatch(/^SHARD 2\/3: 4 failed /);
  expect(renderText(without, { color: false })).toMatch(/^SHARD 2\/3: no failures /);
  for (const text of [renderText(without, { color: false }), renderSummary(without)]) {
    expect(text).toContain('report merge');
    expect(text).not.toMatch(/conforming/i);
  }
  expect(renderHtml(without)).toContain('<h1>✓ Shard 2/3: no failures</h1>');
  expect(mistakesOf(report)).toEqual([]);
});

test('explains the reason why a run without an untestable requirement is incomplete', () => {
  const incomplete = { ...sampleResult, verdict: 'incomplete', requirements: [] } as const;
  expect(verdictSentence({ ...incomplete, stop: { reason: 'throttled', message: 'the target throttles' } })).toBe(
    'Nothing failed, but the run is incomplete. The run ended early: the target throttles.',
  );
  expect(verdictSentence(incomplete)).toBe('Nothing failed, but no selected requirement could be tested.');
});

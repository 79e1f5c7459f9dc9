import { expect, test } from 'vitest';
import { mistakesOf } from '../../../test/helpers/report-schema.ts';
import { sampleResult } from '../../../test/helpers/sample-result.ts';
import { compareTargets } from '../../run-result/comparison/compare-targets.ts';
import type { Comparison, RunResult } from '../../run-result/run-result.ts';
import { renderSummary, renderText } from '../summary.ts';
import { renderHtml } from '../writers/html-page.ts';

const passed = {
  ...sampleResult,
  target: { baseUrl: 'http://other.example' },
  verdict: 'conforming' as const,
  requirements: sampleResult.requirements.map((one) =>
    one.outcome === 'failed'
      ? {
          ...one,
          outcome: 'passed' as const,
          cases: one.cases.map((row) => ({ ...row, outcome: 'passed' as const })),
        }
      : one,
  ),
};
const failed = sampleResult.requirements.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);

test('every rendering tells it, and the report is as its schema says', () => {
  const side = { statuses: [201], mediaType: 'application/json' };
  const answer = {
    ...{ operationIds: ['createInvite'], answers: 3, case: 'a case' },
    ...{ this: { ...side, members: ['/<b>|role: string'] }, other: { ...side, members: [] } },
  };
  const result = { ...sampleResult, against: compareTargets(sampleResult, passed, [answer]) };
  expect(mistakesOf(result)).toEqual([]);
  const line = `Against http://other.example (conforming): ${failed.length} of ${sampleResult.requirements.length} requirements differ; 1 difference between answers that both may give.`;
  for (const told of [renderText(result, { color: false }), renderHtml(result)]) expect(told).toContain(line);
  expect(renderSummary(result)).toContain('## Against another target');
  expect(renderSummary(result)).toContain('### Answers that both may give (1)');
  expect(renderHtml(result)).not.toContain('<b>|');
});

test('what a run leaves behind at the other one is told, unless that was a mock of its own', () => {
  const left: RunResult = {
    ...passed,
    runId: 'c90f9b4a',
    leftovers: [{ kind: 'invite', operation: 'createInvite' }],
  };
  const told = (other: RunResult) => ({ ...sampleResult, against: compareTargets(sampleResult, other, []) });
  expect(mistakesOf(told(left))).toEqual([]);
  const sentence = '1 invite (run c90f9b4a, see against/report.json).';
  expect(renderText(told(left), { color: false })).toContain(`\nLeft behind at the other target: ${sentence}\n`);
  for (const text of [renderHtml(told(left)), renderSummary(told(left)).replaceAll('\\', '')])
    expect(text).toContain(`Left behind at the other target: ${sentence}`);
  const mock = { ...left, target: { ...left.target, embedded: true as const } };
  expect(renderText(told(mock), { color: false })).not.toContain('Left behind at the other');
});

test('one that could not be judged says why', () => {
  const against: Comparison = {
    target: { baseUrl: 'http://other.example' },
    unavailable: 'it is gone',
    differences: [],
    same: 0,
    answers: [],
  };
  expect(renderText({ ...sampleResult, against }, { color: false })).toContain(
    'Against http://other.example: it was not judged, it is gone.',
  );
});

import { expect, test } from 'vitest';
import { mistakesOf } from '../../../test/helpers/report/report-schema.ts';
import { sampleResult } from '../../../test/helpers/report/sample-result.ts';
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

test('shows the differences between two targets in every format, and in a valid `report.json`', () => {
  const side = { statuses: [201], mediaType: 'application/json' };
  const answer = {
    ...{ operationIds: ['createInvite'], answers: 3, case: 'a case' },
    ...{ this: { ...side, members: ['/<b>|role: string'] }, other: { ...side, members: [] } },
  };
  const result = { ...sampleResult, against: compareTargets(sampleResult, passed, [answer]) };
  expect(mistakesOf(result)).toEqual([]);
  const line = `Compared with http://other.example (conforming): ${failed.length} of ${sampleResult.requirements.length} requirements differ; 1 difference between responses, allowed by the contract.`;
  for (const text of [renderText(result, { color: false }), renderHtml(result)]) expect(text).toContain(line);
  expect(renderSummary(result)).toContain('## Comparison with another target');
  expect(renderSummary(result)).toContain('### Differences between responses, allowed by the contract (1)');
  expect(renderHtml(result)).not.toContain('<b>|');
});

test('shows the records that the run created at the second target, unless the second target is an embedded mock', () => {
  const left: RunResult = {
    ...passed,
    runId: 'c90f9b4a',
    leftovers: [{ kind: 'invite', operation: 'createInvite' }],
  };
  const against = (other: RunResult) => ({ ...sampleResult, against: compareTargets(sampleResult, other, []) });
  expect(mistakesOf(against(left))).toEqual([]);
  const sentence = '1 invite (run c90f9b4a, see against/report.json).';
  expect(renderText(against(left), { color: false })).toContain(
    `\nRecords created at the second target and not deleted: ${sentence}\n`,
  );
  for (const text of [renderHtml(against(left)), renderSummary(against(left)).replaceAll('\\', '')])
    expect(text).toContain(`Records created at the second target and not deleted: ${sentence}`);
  const mock = { ...left, target: { ...left.target, embedded: true as const } };
  expect(renderText(against(mock), { color: false })).not.toContain('Records created at the second target');
});

test('shows the reason why the second target was not judged', () => {
  const against: Comparison = {
    target: { baseUrl: 'http://other.example' },
    unavailable: 'the target is down',
    differences: [],
    same: 0,
    answers: [],
  };
  expect(renderText({ ...sampleResult, against }, { color: false })).toContain(
    'Not compared with http://other.example: the target is down.',
  );
});

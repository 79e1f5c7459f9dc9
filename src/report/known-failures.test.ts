import { describe, expect, test } from 'vitest';
import { caseOf, requirement } from '../../test/helpers/report/result-parts.ts';
import { sampleResult } from '../../test/helpers/report/sample-result.ts';
import { baselineOf, compareWithBaseline } from '../run-result/comparison/baseline.ts';
import { gateOf } from '../run-result/gate.ts';
import type { CaseResult, RequirementResult } from '../run-result/requirement-result.ts';
import type { RunResult } from '../run-result/run-result.ts';
import { renderJunit } from './formats/junit.ts';
import { renderSarif } from './formats/sarif.ts';
import { renderSummary, renderText } from './summary.ts';
import { renderHtml } from './writers/html-page.ts';

const failing = (title: string) =>
  caseOf(title, 'failed', { message: `D1: ${title} is wrong.`, expected: 'a', actual: 'b' });
const passed = caseOf('one', 'passed');

function rule(...cases: CaseResult[]): RequirementResult {
  return requirement({ id: 'D1', title: 'A rule', level: 'MUST', basis: 'decided', text: 't' }, ...cases);
}

function run(...requirements: RequirementResult[]): RunResult {
  return { ...sampleResult, requirements, verdict: 'nonconforming' };
}

function compared(before: RunResult, after: RunResult): RunResult {
  const result = compareWithBaseline(after, baselineOf('before.json', before));
  const gate = gateOf(result);
  return gate ? { ...result, gate } : result;
}

describe('a known failure', () => {
  const result = compared(
    run(rule(failing('one')), { ...rule(passed), id: 'D2' }),
    run(rule(failing('one')), { ...rule(failing('two')), id: 'D2' }),
  );

  test('writes a failure that the baseline contains as a skipped JUnit test, so that only a new failure fails a CI job', () => {
    expect(renderJunit(result)).toMatch(
      /name="D1 A rule"[^>]*>\s*<skipped message="failed, as in the baseline: D1: one is wrong\."/,
    );
    expect(renderJunit(result)).toMatch(/name="D2 A rule"[^>]*>\s*<failure /);
  });

  test('writes the `baselineState` "unchanged" to SARIF for a failure that the baseline contains', () => {
    const states = JSON.parse(renderSarif(result)).runs[0].results.map(
      ({ ruleId, baselineState }: Record<string, string>) => [ruleId, baselineState],
    );
    expect(states).toEqual([
      ['D1', 'unchanged'],
      ['D2', 'new'],
    ]);
  });

  test('lists new failures before failures that the baseline contains, on the terminal, in the summary and on the page', () => {
    for (const text of [renderText(result, { color: false }), renderSummary(result)]) {
      expect(text.indexOf('Failed, as in the baseline')).toBeGreaterThan(text.indexOf('D1: two is wrong'));
      expect(text).toContain('The gate failed');
    }
    expect(renderHtml(result)).toMatch(/id="D2"[\s\S]*new since the baseline[\s\S]*id="D1"[\s\S]*as in the baseline/);
    expect(renderSummary(compared(run(rule(failing('one'))), run(rule(failing('one')))))).toMatch(
      /^# ✗ Nonconforming, but the gate passed: /,
    );
  });
});

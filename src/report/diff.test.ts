import { expect, test } from 'vitest';
import { caseOf, requirement } from '../../test/helpers/report/result-parts.ts';
import { sampleResult } from '../../test/helpers/report/sample-result.ts';
import { diffReports } from '../run-result/comparison/diff.ts';
import type { CaseResult, RequirementResult } from '../run-result/requirement-result.ts';
import type { RunResult } from '../run-result/run-result.ts';
import { renderDiffMarkdown, renderDiffText } from './diff.ts';

const failing = (title: string, actual = 'b') =>
  caseOf(title, 'failed', { message: `D1: ${title} is wrong.`, expected: 'a', actual });

function rule(...cases: CaseResult[]): RequirementResult {
  return requirement({ id: 'D1', title: 'A rule', level: 'MUST', basis: 'decided', text: 't' }, ...cases);
}

function run(...requirements: RequirementResult[]): RunResult {
  return { ...sampleResult, requirements };
}

const passed = rule(caseOf('one', 'passed'));
const diff = diffReports(
  run(passed, { ...rule(failing('one')), id: 'D2' }),
  run(rule(failing('`a` | b\u0000')), { ...passed, id: 'D2' }),
);

test('shows the new failures first and the numbers of changes last if two reports are compared on a terminal', () => {
  const text = renderDiffText(diff, { color: false });
  expect(text).toMatch(
    /New failures \(1\)\n {2}✗ D1 A rule \(MUST, decided; passed → failed\): D1: `a` \| b\[U\+0000\] is wrong\.\n/,
  );
  expect(text).toMatch(/Fixed \(1\)\n {2}✓ D2 A rule \(MUST, decided; failed → passed\)/);
  expect(text.trimEnd().split('\n').at(-1)).toBe('1 regression, 1 other change, 0 unchanged.');
  expect(renderDiffText(diffReports(run(passed), run(passed)), { color: false })).toContain('No changes, 1 unchanged.');
});

test('escapes the texts of the comparison in Markdown', () => {
  const markdown = renderDiffMarkdown(diff);
  expect(markdown).toMatch(/^# Conformance: 1 regression, 1 other change, 0 unchanged\./);
  expect(markdown).toContain(
    '## New failures (1)\n\n- ✗ **D1** A rule (MUST, decided; passed → failed): D1: `a` \\| b[U+0000] is wrong.'.replace(
      '[U+0000]',
      '\\[U+0000\\]',
    ),
  );
});

test('shows under a separate heading the failures of requirements that only the newer version of the suite has', () => {
  const older = { ...run(passed), suite: { ...sampleResult.suite, version: '0.0.9' } };
  const newer = run(passed, { ...rule(failing('one')), id: 'D2', since: sampleResult.suite.version });
  const text = renderDiffText(diffReports(older, newer), { color: false });
  expect(text).toMatch(
    /Requirements new in version 0\.1\.0 of the suite \(1\)\n {2}✗ D2 A rule \(MUST, decided; failed\)/,
  );
  expect(text.trimEnd().split('\n').at(-1)).toBe('No regressions, 1 failure of a new requirement, 1 unchanged.');
});

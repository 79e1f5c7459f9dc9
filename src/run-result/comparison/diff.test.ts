import { describe, expect, test } from 'vitest';
import { caseOf, requirement } from '../../../test/helpers/report/result-parts.ts';
import { sampleResult } from '../../../test/helpers/report/sample-result.ts';
import type { CaseResult, RequirementResult } from '../requirement-result.ts';
import type { RunResult } from '../run-result.ts';
import { diffReports } from './diff.ts';

const failing = (title: string, difference = 'b') => ({
  ...caseOf(title, 'failed', { message: `D1: ${title} is wrong.` }),
  deviation: `${title}:D1:value:${difference}`,
});

function rule(...cases: CaseResult[]): RequirementResult {
  return requirement({ id: 'D1', title: 'A rule', level: 'MUST', basis: 'decided', text: 't' }, ...cases);
}

function run(...requirements: RequirementResult[]): RunResult {
  return { ...sampleResult, requirements };
}

const passed = rule(caseOf('one', 'passed'));
const ofOutcome = (outcome: CaseResult['outcome']) => rule(caseOf('one', outcome, { message: 'D1: said.' }));

describe('diffReports', () => {
  test.each<[string, RequirementResult[], RequirementResult[], string | undefined, boolean]>([
    ['passes again', [passed], [passed], undefined, false],
    ['fails again', [rule(failing('one'))], [rule(failing('one'))], undefined, false],
    ['fails instead of a pass', [passed], [rule(failing('one'))], 'new', true],
    ['warns instead of a pass', [passed], [ofOutcome('warned')], 'new', true],
    ['fails instead of untestable', [ofOutcome('untestable')], [rule(failing('one'))], 'new', true],
    ['fails instead of waived', [ofOutcome('waived')], [rule(failing('one'))], 'changed', true],
    ['passes instead of a failure', [rule(failing('one'))], [passed], 'fixed', false],
    ['passes instead of a warning', [ofOutcome('warned')], [passed], 'fixed', false],
    ['has another failure', [rule(failing('one'))], [rule(failing('one', 'c'))], 'changed', true],
    ['has one more failure', [rule(failing('one'))], [rule(failing('one'), failing('two'))], 'changed', true],
    ['has one failure less', [rule(failing('one'), failing('two'))], [rule(failing('one'))], 'changed', false],
    ['is waived instead of failed', [rule(failing('one'))], [ofOutcome('waived')], 'changed', false],
    ['is untestable instead of failed', [rule(failing('one'))], [ofOutcome('untestable')], 'changed', false],
    ['is untestable instead of passed', [passed], [ofOutcome('untestable')], 'changed', true],
    ['is not judged instead of failed', [rule(failing('one'))], [ofOutcome('notApplicable')], 'changed', false],
    ['is added and fails', [], [rule(failing('one'))], 'added', true],
    ['is added and passes', [], [passed], 'added', false],
    ['is removed after a failure', [rule(failing('one'))], [], 'removed', false],
    ['is removed after a pass', [passed], [], 'removed', false],
  ])('classifies a requirement that %s', (_, before, after, kind, worse) => {
    const diff = diffReports(run(...before), run(...after));
    expect(diff.changes.map((change) => change.kind)).toEqual(kind === undefined ? [] : [kind]);
    expect(diff.worse).toBe(worse);
    expect(diff.unchanged).toBe(kind === undefined ? 1 : 0);
  });

  test('returns a remark for each setting that differs between two runs: contract, suite, basis and selection', () => {
    const other: RunResult = {
      ...sampleResult,
      contract: { ...sampleResult.contract, version: '1.1.0', sha256: 'f'.repeat(64) },
      suite: { ...sampleResult.suite, version: '0.2.0' },
      basis: 'documented',
      selection: { only: ['D42'], skip: [], requirements: 1, ofRequirements: 2, cases: 1, ofCases: 2 },
    };
    expect(diffReports(sampleResult, sampleResult).remarks).toEqual([]);
    expect(diffReports(sampleResult, other).remarks).toEqual([
      'The two runs have different contracts: 1.0.0 (SHA-256 b5bb9d8014a0) and 1.1.0 (SHA-256 ffffffffffff).',
      'The two runs have different versions of the suite: 0.1.0 and 0.2.0.',
      'The two runs have different bases: all and documented.',
      'The two runs have different selections: everything and --only D42.',
    ]);
  });
});

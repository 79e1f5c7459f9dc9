import { describe, expect, test } from 'vitest';
import type { CaseRecord } from '../../conformance/suite/case.ts';
import type { Finding } from '../../conformance/suite/finding.ts';
import type { Requirement } from '../contract/requirements.ts';
import { assembleRun, type Gate } from './assemble.ts';

const MUST: Requirement = { id: 'D01', title: 'One', level: 'MUST', basis: 'documented', clause: '§1', text: 'must' };
const DECIDED: Requirement = { id: 'D02', title: 'Two', level: 'MUST', basis: 'decided', text: 'must' };
const SHOULD: Requirement = { id: 'D03', title: 'Three', level: 'SHOULD', basis: 'decided', text: 'should' };
const PARTLY: Requirement = {
  id: 'D04',
  title: 'Four',
  level: 'MUST',
  basis: 'documented',
  documentedFor: ['a'],
  clause: '§4',
  text: 'must',
};

const broken = (rule: string, more: Partial<Finding> = {}): Finding => ({
  rule,
  result: 'broken',
  message: 'is wrong',
  expected: 'a',
  actual: 'b',
  ...more,
});

function run(requirements: Requirement[], findings: Finding[], basis: Gate = 'all', operationId = 'b') {
  const record: CaseRecord = {
    title: 'a case',
    rules: requirements.map(({ id }) => id),
    operationId,
    findings,
    exchanges: [],
    requests: 1,
  };
  return assembleRun(requirements, [record], {
    suite: { name: 'n', version: '1' },
    contract: { title: 't', version: '1', sha256: '' },
    target: { baseUrl: 'http://h' },
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    basis,
    operationIds: ['a', 'b'],
  });
}

describe('the verdict', () => {
  const holds: Finding = { rule: 'D01', result: 'holds' };
  const untestable: Finding = { rule: 'D01', result: 'untestable', message: 'the fixture is missing' };
  test.each<[string, Requirement[], Finding[], Gate, string, string[]]>([
    ['conforming when everything holds', [MUST], [holds], 'all', 'conforming', ['passed']],
    ['nonconforming when a MUST is broken', [MUST], [holds, broken('D01')], 'all', 'nonconforming', ['failed']],
    ['conforming with a warning when a SHOULD is broken', [SHOULD], [broken('D03')], 'all', 'conforming', ['warned']],
    ['incomplete when a MUST is untestable', [MUST], [holds, untestable], 'all', 'incomplete', ['untestable']],
    [
      'nonconforming when one is broken and another untestable',
      [MUST, DECIDED],
      [untestable, broken('D02')],
      'all',
      'nonconforming',
      ['untestable', 'failed'],
    ],
    ['incomplete when no case reached a MUST', [MUST], [], 'all', 'incomplete', ['untestable']],
    [
      'not about decided rules when it gates on the documented',
      [MUST, DECIDED],
      [holds, broken('D02')],
      'documented',
      'conforming',
      ['passed', 'warned'],
    ],
    [
      'not about the decided part of a documented rule either',
      [MUST],
      [broken('D01', { basis: 'decided' })],
      'documented',
      'conforming',
      ['warned'],
    ],
    [
      'not about operations for which a rule is decided',
      [PARTLY],
      [broken('D04')],
      'documented',
      'conforming',
      ['warned'],
    ],
    ['about the operation for which it is documented', [PARTLY], [broken('D04')], 'all', 'nonconforming', ['failed']],
  ])('is %s', (_, requirements, findings, gate, verdict, outcomes) => {
    const result = run(requirements, findings, gate);
    expect(result.verdict).toBe(verdict);
    expect(result.requirements.map(({ outcome }) => outcome)).toEqual(outcomes);
  });

  test('gates on an operation for which a rule is documented', () => {
    expect(run([PARTLY], [broken('D04')], 'documented', 'a').verdict).toBe('nonconforming');
  });
});

test("a failure's message begins with the rule, its basis and its clause", () => {
  expect(run([MUST], [broken('D01')]).requirements[0]?.message).toBe('D01 (documented §1): is wrong.');
});

test('a requirement of an operation that the contract lacks, and an excluded one, are not applicable', () => {
  const requirements = [
    { ...MUST, operationId: 'none' },
    { ...DECIDED, excluded: 'Because.' },
  ];
  const result = run(requirements, [broken('D02')]);
  expect(result.requirements.map(({ outcome, message }) => [outcome, message])).toEqual([
    ['notApplicable', 'D01: The contract has no operation none.'],
    ['notApplicable', 'D02: Because.'],
  ]);
  expect(result.verdict).toBe('conforming');
});

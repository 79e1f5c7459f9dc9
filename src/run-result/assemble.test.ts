import { describe, expect, test } from 'vitest';
import type { Requirement } from '../contract/requirement.ts';
import { assembleRun, type Gate } from './assemble.ts';
import type { CaseRecord, Stop } from './case-record.ts';
import type { Finding } from './finding.ts';

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

function run(
  requirements: Requirement[],
  findings: Finding[],
  basis: Gate = 'all',
  { operationId = 'b', stop }: { operationId?: string; stop?: Stop } = {},
) {
  const record: CaseRecord = {
    id: 'a-case',
    title: 'a case',
    rules: requirements.map(({ id }) => id),
    operationId,
    findings,
    exchanges: [],
    requests: 1,
  };
  return resultOf(requirements, [record], { basis, ...(stop && { stop }) });
}

function resultOf(
  requirements: Requirement[],
  records: CaseRecord[],
  { basis = 'all', stop }: { basis?: Gate; stop?: Stop } = {},
) {
  return assembleRun(requirements, records, {
    suite: { name: 'n', version: '1' },
    contract: { title: 't', version: '1', sha256: '' },
    target: { baseUrl: 'http://h' },
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    basis,
    ...(stop && { stop }),
    operationIds: ['a', 'b'],
  });
}

describe('the verdict', () => {
  const holds: Finding = { rule: 'D01', result: 'holds' };
  const untestable: Finding = { rule: 'D01', result: 'untestable', message: 'the fixture is missing' };
  test.each<[string, Requirement[], Finding[], Gate, string, string[]]>([
    ['conforming if everything holds', [MUST], [holds], 'all', 'conforming', ['passed']],
    ['nonconforming if a MUST does not hold', [MUST], [holds, broken('D01')], 'all', 'nonconforming', ['failed']],
    ['conforming with a warning if a SHOULD does not hold', [SHOULD], [broken('D03')], 'all', 'conforming', ['warned']],
    ['incomplete if a MUST is untestable', [MUST], [holds, untestable], 'all', 'incomplete', ['untestable']],
    [
      'conforming if a SHOULD is untestable and another rule holds',
      [MUST, SHOULD],
      [holds],
      'all',
      'conforming',
      ['passed', 'untestable'],
    ],
    ['incomplete if nothing could be tested, not even a SHOULD', [SHOULD], [], 'all', 'incomplete', ['untestable']],
    [
      'incomplete if only decided rules are selected, do not count, and could not be tested',
      [DECIDED],
      [],
      'documented',
      'incomplete',
      ['untestable'],
    ],
    [
      'nonconforming if one MUST does not hold and another is untestable',
      [MUST, DECIDED],
      [untestable, broken('D02')],
      'all',
      'nonconforming',
      ['untestable', 'failed'],
    ],
    ['incomplete if no case tested a MUST', [MUST], [], 'all', 'incomplete', ['untestable']],
    [
      'conforming with a warning if a decided rule does not hold and only documented rules count',
      [MUST, DECIDED],
      [holds, broken('D02')],
      'documented',
      'conforming',
      ['passed', 'warned'],
    ],
    [
      'conforming with a warning if the decided part of a rule does not hold and only documented rules count',
      [MUST],
      [broken('D01', { basis: 'decided' })],
      'documented',
      'conforming',
      ['warned'],
    ],
    [
      'conforming with a warning if a rule does not hold for an operation for which it is decided',
      [PARTLY],
      [broken('D04')],
      'documented',
      'conforming',
      ['warned'],
    ],
    [
      'nonconforming if all rules count and such a rule does not hold',
      [PARTLY],
      [broken('D04')],
      'all',
      'nonconforming',
      ['failed'],
    ],
  ])('is %s', (_, requirements, findings, gate, verdict, outcomes) => {
    const result = run(requirements, findings, gate);
    expect(result.verdict).toBe(verdict);
    expect(result.requirements.map(({ outcome }) => outcome)).toEqual(outcomes);
  });

  test.each<[string, Requirement[], Finding[], Gate]>([
    ['a MUST that holds', [MUST], [holds], 'all'],
    ['a warning', [SHOULD], [broken('D03')], 'all'],
    ['a rule that does not count', [DECIDED], [broken('D02')], 'documented'],
  ])('returns incomplete for a run that ended early with %s', (_, requirements, findings, gate) => {
    const stop = { reason: 'throttled', message: 'the target throttles' } as const;
    const stopped = run(requirements, findings, gate, { stop });
    expect(run(requirements, findings, gate).verdict).toBe('conforming');
    expect(stopped.verdict).toBe('incomplete');
  });

  test('returns incomplete if the documented part of a rule is untestable, although its decided part fails', () => {
    const result = run([MUST], [untestable, broken('D01', { basis: 'decided' })], 'documented');
    expect(result).toMatchObject({ verdict: 'incomplete', requirements: [{ outcome: 'untestable' }] });
  });

  test('includes a decided rule in the verdict if the interface document specifies the rule for the operation', () => {
    expect(run([PARTLY], [broken('D04')], 'documented', { operationId: 'a' }).verdict).toBe('nonconforming');
  });
});

test('begins the message of a failure with the rule, its basis and its clause', () => {
  expect(run([MUST], [broken('D01')]).requirements[0]?.message).toBe('D01 (documented §1): is wrong.');
});

test('returns notApplicable for a requirement of an operation that the contract lacks, and for an excluded requirement', () => {
  const requirements = [
    { ...MUST, operationId: 'none' },
    { ...DECIDED, excluded: 'Because.' },
  ];
  const result = run(requirements, [broken('D02')]);
  expect(result.requirements.map(({ outcome, message }) => [outcome, message])).toEqual([
    ['notApplicable', 'D01: The contract has no operation none.'],
    ['notApplicable', 'D02: Because.'],
  ]);
  // The verdict of a run that judged nothing must not be conforming.
  expect(result.verdict).toBe('incomplete');
});

test('keeps the commands and exchanges only of the first cases of a requirement', () => {
  const body = 'x'.repeat(10_000);
  const exchange = {
    request: { method: 'POST', url: 'http://h/v1/a', headers: {}, body },
    response: { status: 200, headers: {}, body: '' },
    durationMs: 1,
    startedAt: '2026-01-01T00:00:00.000Z',
  };
  const records = Array.from({ length: 1000 }, (_, at): CaseRecord => {
    const findings = [broken('D01', { exchange: 0, actual: `${at}` })];
    return { id: `case-${at}`, title: 'a case', rules: ['D01'], findings, exchanges: [exchange], requests: 1 };
  });
  const [requirement] = resultOf([MUST], records).requirements;
  const cases = requirement?.cases ?? [];
  expect(cases).toHaveLength(1000);
  expect(requirement?.curl).toContain(body);
  expect(cases.filter(({ curl }) => curl !== undefined)).toHaveLength(2);
  expect(cases.filter(({ exchanges }) => exchanges.length > 0)).toHaveLength(10);
});

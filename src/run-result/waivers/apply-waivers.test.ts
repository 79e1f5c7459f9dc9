import { describe, expect, test } from 'vitest';
import type { Requirement } from '../../contract/requirement.ts';
import { assembleRun, type RunFacts } from '../assemble.ts';
import type { CaseRecord } from '../case-record.ts';
import { deviationOf, inAnyCase } from '../deviation.ts';
import type { Finding } from '../finding.ts';
import type { Waiver } from './waiver.ts';

const MUST: Requirement = { id: 'D01', title: 'One', level: 'MUST', basis: 'documented', clause: '§1', text: 'must' };
const SHOULD: Requirement = { id: 'D02', title: 'Two', level: 'SHOULD', basis: 'decided', text: 'should' };
const EXCLUDED: Requirement = { ...MUST, id: 'D03', excluded: 'It is not observable.' };
const REQUIREMENTS = [MUST, SHOULD, EXCLUDED];

const RUN_ID = 'c90f9b4a';
const broken = (rule: string, actual: string): Finding => ({
  ...{ rule, result: 'broken', message: 'is wrong' },
  ...{ expected: 'a', actual, pointer: `/${actual}` },
});
const holds = (rule: string): Finding => ({ rule, result: 'holds' });
const untestable = (rule: string): Finding => ({ rule, result: 'untestable', message: 'a fixture is missing' });

function record(title: string, ...findings: Finding[]): CaseRecord {
  return { id: title, title, rules: ['D01', 'D02'], findings, exchanges: [], requests: 1 };
}

function run(records: readonly CaseRecord[], entries: readonly Waiver[], more: Partial<RunFacts> = {}) {
  const result = assembleRun(REQUIREMENTS, records, {
    suite: { name: 'n', version: '1' },
    contract: { title: 't', version: '1', sha256: '' },
    target: { baseUrl: 'http://h' },
    runId: RUN_ID,
    startedAt: '2026-06-15T12:00:00.000Z',
    durationMs: 1,
    basis: 'all',
    operationIds: [],
    waivers: { file: 'waivers.yaml', entries },
    ...more,
  });
  const [entry] = result.waivers?.entries ?? [];
  return {
    result,
    outcomes: result.requirements.map(({ outcome }) => outcome),
    state: entry?.state,
    message: entry?.message,
  };
}

function waiver(requirement: 'D01' | 'D02', title: string, actual: string, more: Partial<Waiver> = {}): Waiver {
  return {
    requirement,
    deviations: [deviationOf(title, broken(requirement, actual), undefined)],
    reason: 'known',
    owner: 'Ada',
    expires: '2026-06-15',
    place: 'waivers.yaml:2:5',
    ...more,
  };
}

describe('a waiver in force', () => {
  test('waives the deviation that a waiver contains until the end of the last day of the waiver', () => {
    const { result, outcomes, state } = run([record('a', broken('D01', 'b'), holds('D02'))], [waiver('D01', 'a', 'b')]);
    expect(outcomes).toEqual(['waived', 'passed', 'notApplicable']);
    expect(result.verdict).toBe('conforming');
    expect(result.counts).toMatchObject({ waived: 1, failed: 0 });
    expect(result.requirements[0]?.cases[0]?.waiver).toEqual({ reason: 'known', owner: 'Ada', expires: '2026-06-15' });
    expect(state).toBe('used');
  });

  test('waives the same finding in every case if the deviation of the waiver begins with `any`', () => {
    const named = waiver('D01', 'a', 'b').deviations.map(inAnyCase);
    const entry = waiver('D01', 'a', 'b', { deviations: named });
    const cases = ['a', 'z'].map((title) => record(title, broken('D01', 'b'), holds('D02')));
    expect(run(cases, [entry])).toMatchObject({ outcomes: ['waived', 'passed', 'notApplicable'], state: 'used' });
    expect(run([...cases, record('c', broken('D01', 'c'))], [entry]).outcomes[0]).toBe('failed');
    expect(run([record('a', holds('D01'), holds('D02'))], [entry]).state).toBe('unneeded');
    const selection = { only: ['x'], skip: [], requirements: 1, ofRequirements: 2, cases: 1, ofCases: 2 };
    expect(run([record('a', holds('D01'))], [entry], { selection }).state).toBe('unused');
  });

  test('waives a SHOULD', () => {
    const { outcomes, state } = run([record('a', holds('D01'), broken('D02', 'b'))], [waiver('D02', 'a', 'b')]);
    expect([outcomes[1], state]).toEqual(['waived', 'used']);
  });

  test.each<[string, CaseRecord[]]>([
    ['the difference', [record('a', broken('D01', 'b'), broken('D01', 'c'), holds('D02'))]],
    ['the case', [record('a', broken('D01', 'b'), holds('D02')), record('b', broken('D01', 'b'))]],
  ])('does not waive another deviation of the waived requirement if %s differs', (_, records) => {
    const { result, outcomes, state } = run(records, [waiver('D01', 'a', 'b')]);
    expect(outcomes[0]).toBe('failed');
    expect(result.verdict).toBe('nonconforming');
    expect(result.caseCounts).toMatchObject({ failed: 1, waived: 1 });
    expect(state).toBe('used');
  });

  test('keeps the outcome `untestable` of a requirement that has a waiver', () => {
    const { result, outcomes } = run(
      [record('a', broken('D01', 'b'), holds('D02')), record('b', untestable('D01'))],
      [waiver('D01', 'a', 'b')],
    );
    expect([outcomes[0], result.verdict]).toEqual(['untestable', 'incomplete']);
  });
});

const EXPLORED = deviationOf('a', { ...broken('D01', 'b'), replay: '--seed 1' }, undefined);

test('waives a finding of an exploration in every case, even with other generated values', () => {
  const found = { ...broken('D01', 'b'), expected: '1', actual: '2', replay: '--seed 2' };
  const exploration = { runs: 1, seed: 2, command: 'conform' };
  const entry = waiver('D01', 'a', 'b', { deviations: [EXPLORED] });
  const explored = [record('z', found, holds('D02'))];
  expect(run(explored, [entry], { exploration })).toMatchObject({
    outcomes: ['waived', 'passed', 'notApplicable'],
    state: 'used',
  });
});

describe('an invalid waiver', () => {
  const SEEN = [record('a', broken('D01', 'b'), holds('D02'))];
  const FINE = [record('a', holds('D01'), holds('D02'))];
  const two = waiver('D01', 'a', 'b', {
    deviations: [...waiver('D01', 'a', 'b').deviations, 'a:D01:value:00000000'],
  });
  test.each<[string, CaseRecord[], Waiver, string, string | RegExp]>([
    [
      'on the day after its last day',
      SEEN,
      waiver('D01', 'a', 'b', { expires: '2026-06-14' }),
      'expired',
      'waivers.yaml:2:5: the waiver of D01 expired on 2026-06-14. Fix the failure, or extend the waiver (owner: Ada).',
    ],
    [
      'after its last day, if its deviation no longer occurs',
      FINE,
      waiver('D01', 'a', 'b', { expires: '2026-06-14' }),
      'expired',
      'waivers.yaml:2:5: the waiver of D01 expired on 2026-06-14, and its deviation no longer occurs. Remove the waiver.',
    ],
    [
      'for an unknown requirement',
      SEEN,
      waiver('D01', 'a', 'b', { requirement: 'D0l' }),
      'unknown',
      'waivers.yaml:2:5: requirement D0l does not exist (did you mean D01?). Correct the ID, or remove the waiver.',
    ],
    [
      'for a requirement that is never judged',
      SEEN,
      waiver('D01', 'a', 'b', { requirement: 'D03' }),
      'unknown',
      'waivers.yaml:2:5: D03 is never judged (It is not observable). Remove the waiver.',
    ],
    [
      'if its deviation did not occur',
      FINE,
      waiver('D01', 'a', 'b'),
      'unneeded',
      /did not occur\. Remove the obsolete waiver\.$/,
    ],
    ['for an unknown case', FINE, waiver('D01', 'z', 'b'), 'unneeded', /Remove the obsolete waiver/],
    [
      'if one of its deviations did not occur',
      SEEN,
      two,
      'unneeded',
      /a:D01:value:00000000 of D01 did not occur\. Remove it from the waiver\.$/,
    ],
  ])('fails the run %s', (_, records, entry, state, message) => {
    const result = run(records, [entry]);
    expect(result.state).toBe(state);
    expect(result.message).toMatch(message);
  });

  test('fails the run if two waivers contain the same deviation', () => {
    const again = waiver('D01', 'a', 'b', { place: 'waivers.yaml:9:5' });
    const { result, outcomes } = run(SEEN, [waiver('D01', 'a', 'b'), again]);
    expect(outcomes[0]).toBe('waived');
    expect(result.waivers?.entries.map(({ state }) => state)).toEqual(['used', 'duplicated']);
    expect(result.waivers?.entries[1]?.message).toMatch(
      /^waivers.yaml:9:5: a:D01:.* of D01 is also waived at waivers.yaml:2:5\. Remove one of the two waivers\.$/,
    );
  });
});

describe('an unused waiver', () => {
  const selection = { only: ['x'], skip: [], requirements: 1, ofRequirements: 2, cases: 1, ofCases: 2 };
  const fine = [record('b', holds('D01'), holds('D02'))];
  const stop = { reason: 'interrupted', message: 'the user stopped the run' } as const;
  test.each<[string, CaseRecord[], Partial<RunFacts>]>([
    ['if its case was not selected', fine, { selection }],
    ['if its requirement was not selected', fine, { selection, selected: new Set(['D02']) }],
    ['in a shard', [record('a', holds('D01'))], { shard: { index: 1, count: 2, records: [] } }],
    ['if the run ended early', [record('a', holds('D01'))], { stop }],
    ['if its case could not be tested', [record('a', untestable('D01')), ...fine], {}],
    ['if another rule ended its case before', [record('a', untestable('D02')), ...fine], {}],
  ])('does not fail the run for an unused waiver %s', (_, records, more) => {
    const { state, message } = run(records, [waiver('D01', 'a', 'b')], more);
    expect({ state, message }).toEqual({ state: 'unused', message: undefined });
  });

  test.each<[string, CaseRecord[]]>([
    ['was not run', fine],
    ['had no such finding', [record('a', holds('D01')), ...fine]],
  ])(
    'does not fail the run if a waiver is for a deviation from an exploration and a later exploration %s',
    (_, records) => {
      expect(run(records, [waiver('D01', 'a', 'b', { deviations: [EXPLORED] })]).state).toBe('unused');
    },
  );

  test('fails the run if the case of a waiver ran and the waived deviation did not occur', () => {
    expect(run([record('a', holds('D01'))], [waiver('D01', 'a', 'b')], { selection }).state).toBe('unneeded');
  });
});

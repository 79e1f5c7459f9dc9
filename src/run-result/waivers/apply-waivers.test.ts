import { describe, expect, test } from 'vitest';
import type { Requirement } from '../../contract/requirement.ts';
import { assembleRun, type RunFacts } from '../assemble.ts';
import type { CaseRecord } from '../case-record.ts';
import { deviationOf, inAnyCase } from '../deviation.ts';
import type { Finding } from '../finding.ts';
import type { Waiver } from './waiver.ts';

const MUST: Requirement = { id: 'D01', title: 'One', level: 'MUST', basis: 'documented', clause: '§1', text: 'must' };
const SHOULD: Requirement = { id: 'D02', title: 'Two', level: 'SHOULD', basis: 'decided', text: 'should' };
const EXCLUDED: Requirement = { ...MUST, id: 'D03', excluded: 'Nobody can see it.' };
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
  test('takes the deviation that it names out of the verdict, up to its last day', () => {
    const { result, outcomes, state } = run([record('a', broken('D01', 'b'), holds('D02'))], [waiver('D01', 'a', 'b')]);
    expect(outcomes).toEqual(['waived', 'passed', 'notApplicable']);
    expect(result.verdict).toBe('conforming');
    expect(result.counts).toMatchObject({ waived: 1, failed: 0 });
    expect(result.requirements[0]?.cases[0]?.waiver).toEqual({ reason: 'known', owner: 'Ada', expires: '2026-06-15' });
    expect(state).toBe('used');
  });

  test('may name what was found, in whichever case', () => {
    const named = waiver('D01', 'a', 'b').deviations.map(inAnyCase);
    const entry = waiver('D01', 'a', 'b', { deviations: named });
    const cases = ['a', 'z'].map((title) => record(title, broken('D01', 'b'), holds('D02')));
    expect(run(cases, [entry])).toMatchObject({ outcomes: ['waived', 'passed', 'notApplicable'], state: 'used' });
    expect(run([...cases, record('c', broken('D01', 'c'))], [entry]).outcomes[0]).toBe('failed');
    expect(run([record('a', holds('D01'), holds('D02'))], [entry]).state).toBe('unneeded');
    const selection = { only: ['x'], skip: [], requirements: 1, ofRequirements: 2, cases: 1, ofCases: 2 };
    expect(run([record('a', holds('D01'))], [entry], { selection }).state).toBe('unused');
  });

  test('may be of a SHOULD', () => {
    const { outcomes, state } = run([record('a', holds('D01'), broken('D02', 'b'))], [waiver('D02', 'a', 'b')]);
    expect([outcomes[1], state]).toEqual(['waived', 'used']);
  });

  test.each<[string, CaseRecord[]]>([
    ['what was found', [record('a', broken('D01', 'b'), broken('D01', 'c'), holds('D02'))]],
    ['the case', [record('a', broken('D01', 'b'), holds('D02')), record('b', broken('D01', 'b'))]],
  ])('covers no other deviation of its requirement: %s differs', (_, records) => {
    const { result, outcomes, state } = run(records, [waiver('D01', 'a', 'b')]);
    expect(outcomes[0]).toBe('failed');
    expect(result.verdict).toBe('nonconforming');
    expect(result.caseCounts).toMatchObject({ failed: 1, waived: 1 });
    expect(state).toBe('used');
  });

  test('makes nothing pass that could not be tested', () => {
    const { result, outcomes } = run(
      [record('a', broken('D01', 'b'), holds('D02')), record('b', untestable('D01'))],
      [waiver('D01', 'a', 'b')],
    );
    expect([outcomes[0], result.verdict]).toEqual(['untestable', 'incomplete']);
  });
});

const EXPLORED = deviationOf('a', { ...broken('D01', 'b'), replay: '--seed 1' }, undefined);

test('what an exploration found is waived in whichever case another one finds it, with whichever values', () => {
  const found = { ...broken('D01', 'b'), expected: '1', actual: '2', replay: '--seed 2' };
  const exploration = { runs: 1, seed: 2, command: 'conform' };
  const entry = waiver('D01', 'a', 'b', { deviations: [EXPLORED] });
  const explored = [record('z', found, holds('D02'))];
  expect(run(explored, [entry], { exploration })).toMatchObject({
    outcomes: ['waived', 'passed', 'notApplicable'],
    state: 'used',
  });
});

describe('an entry fails the run', () => {
  const SEEN = [record('a', broken('D01', 'b'), holds('D02'))];
  const FINE = [record('a', holds('D01'), holds('D02'))];
  const two = waiver('D01', 'a', 'b', {
    deviations: [...waiver('D01', 'a', 'b').deviations, 'a:D01:value:00000000'],
  });
  test.each<[string, CaseRecord[], Waiver, string, string | RegExp]>([
    [
      'the day after its last',
      SEEN,
      waiver('D01', 'a', 'b', { expires: '2026-06-14' }),
      'expired',
      'waivers.yaml:2:5: the waiver of D01 expired on 2026-06-14: mend the deviation, or agree on another day with Ada.',
    ],
    [
      'that is expired, and its deviation is gone',
      FINE,
      waiver('D01', 'a', 'b', { expires: '2026-06-14' }),
      'expired',
      'waivers.yaml:2:5: the waiver of D01 expired on 2026-06-14, and its deviation is gone: remove it.',
    ],
    [
      'of no requirement',
      SEEN,
      waiver('D01', 'a', 'b', { requirement: 'D0l' }),
      'unknown',
      'waivers.yaml:2:5: there is no requirement D0l (did you mean D01?): mend the id, or remove the entry.',
    ],
    [
      'of a requirement that is never judged',
      SEEN,
      waiver('D01', 'a', 'b', { requirement: 'D03' }),
      'unknown',
      'waivers.yaml:2:5: D03 is never judged (Nobody can see it): remove the entry.',
    ],
    [
      'whose deviation was not seen',
      FINE,
      waiver('D01', 'a', 'b'),
      'unneeded',
      /was not seen: the waiver is no longer needed, remove it\.$/,
    ],
    ['of a case that there is not', FINE, waiver('D01', 'z', 'b'), 'unneeded', /no longer needed/],
    [
      'one of whose deviations was not seen',
      SEEN,
      two,
      'unneeded',
      /a:D01:value:00000000 of D01 was not seen: remove it from the waiver\.$/,
    ],
  ])('%s', (_, records, entry, state, message) => {
    const told = run(records, [entry]);
    expect(told.state).toBe(state);
    expect(told.message).toMatch(message);
  });

  test('whose deviation another one names, too', () => {
    const again = waiver('D01', 'a', 'b', { place: 'waivers.yaml:9:5' });
    const { result, outcomes } = run(SEEN, [waiver('D01', 'a', 'b'), again]);
    expect(outcomes[0]).toBe('waived');
    expect(result.waivers?.entries.map(({ state }) => state)).toEqual(['used', 'duplicated']);
    expect(result.waivers?.entries[1]?.message).toMatch(
      /^waivers.yaml:9:5: a:D01:.* of D01 is waived at waivers.yaml:2:5 already: remove one of the two\.$/,
    );
  });
});

describe('an entry is neither used nor surplus', () => {
  const selection = { only: ['x'], skip: [], requirements: 1, ofRequirements: 2, cases: 1, ofCases: 2 };
  const fine = [record('b', holds('D01'), holds('D02'))];
  const stop = { reason: 'interrupted', message: 'somebody ended it' } as const;
  test.each<[string, CaseRecord[], Partial<RunFacts>]>([
    ['when its case was not selected', fine, { selection }],
    ['when its requirement was not selected', fine, { selection, selected: new Set(['D02']) }],
    ['in a shard', [record('a', holds('D01'))], { shard: { index: 1, count: 2, records: [] } }],
    ['when the run ended early', [record('a', holds('D01'))], { stop }],
    ['when its case could not be tested', [record('a', untestable('D01')), ...fine], {}],
    ['when another rule kept its case from coming to it', [record('a', untestable('D02')), ...fine], {}],
  ])('%s', (_, records, more) => {
    const { state, message } = run(records, [waiver('D01', 'a', 'b')], more);
    expect({ state, message }).toEqual({ state: 'unused', message: undefined });
  });

  test.each<[string, CaseRecord[]]>([
    ['was not run', fine],
    ['did not find it', [record('a', holds('D01')), ...fine]],
  ])('when an exploration found its deviation, and another one %s', (_, records) => {
    expect(run(records, [waiver('D01', 'a', 'b', { deviations: [EXPLORED] })]).state).toBe('unused');
  });

  test('but surplus when its case was selected, and shows nothing', () => {
    expect(run([record('a', holds('D01'))], [waiver('D01', 'a', 'b')], { selection }).state).toBe('unneeded');
  });
});

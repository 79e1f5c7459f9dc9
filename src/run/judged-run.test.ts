import { expect, test } from 'vitest';
import { unrun } from '../../conformance/index.ts';
import type { CaseRecord } from '../run-result/case-record.ts';
import { type ContractUnderTest, contractUnderTest } from './contract-under-test.ts';
import { judgedRun } from './judged-run.ts';

const underTest = await contractUnderTest(undefined, { only: [], skip: [] });
const conforming = conformingRecords(underTest);

/** Records of a run against a conforming target: each case has a passed finding for each of its own requirements. */
function conformingRecords(of: ContractUnderTest): CaseRecord[] {
  return unrun(of.select(), [], '').map((record) => ({
    ...record,
    findings: record.rules.map((rule) => ({ rule, result: 'holds' })),
  }));
}

function judged(records: readonly CaseRecord[], of = underTest) {
  const circumstances = {
    target: { baseUrl: 'http://h' },
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    basis: 'all',
  } as const;
  return judgedRun(of, records, circumstances);
}

test('lists every requirement, and none as passed, if no case was run', () => {
  const { verdict, requirements, counts } = judged([]);
  expect(verdict).toBe('incomplete');
  expect(requirements.map(({ id }) => id)).toEqual(underTest.requirements.map(({ id }) => id));
  expect(counts.passed).toBe(0);
  const excluded = underTest.requirements.filter(({ excluded }) => excluded !== undefined).map(({ id }) => id);
  expect(requirements.filter(({ outcome }) => outcome === 'notApplicable').map(({ id }) => id)).toEqual(excluded);
});

test.each(
  conforming
    .map((record, index): [string, CaseRecord, number] => [record.title, record, index])
    .filter(([, , index]) => index % 97 === 0),
)('returns a verdict other than conforming if the case "%s" was not run', (title, { rules }) => {
  const result = judged(conforming.filter((record) => record.title !== title));
  expect(result.verdict).not.toBe('conforming');
  for (const rule of rules) {
    expect(result.requirements.find(({ id }) => id === rule)).toMatchObject({
      outcome: 'untestable',
      message: expect.stringMatching(/: the case was not run\.$/),
    });
  }
});

test.each([
  ['survives', 'conforming', 'notApplicable'],
  ['D22+survives', 'incomplete', 'untestable'],
])(
  'returns the verdict of a run with --only %s, in which no case tests the requirement D22: %s',
  async (only, verdict, outcome) => {
    const narrowed = await contractUnderTest(undefined, { only: [only], skip: [] });
    const result = judged(conformingRecords(narrowed), narrowed);
    expect(result.verdict).toBe(verdict);
    expect(result.requirements.find(({ id }) => id === 'D22')?.outcome).toBe(outcome);
  },
);

test('reports a failure of a requirement that no selected case lists', async () => {
  const quick = await contractUnderTest(undefined, { only: [], skip: ['thorough'] });
  const records = conformingRecords(quick);
  const finding = { rule: 'D20', result: 'broken', message: 'wrong media type' } as const;
  const [one, ...others] = records.toReversed();
  expect(records.flatMap(({ rules }) => rules)).not.toContain('D20');
  const result = judged(one ? [{ ...one, findings: [finding] }, ...others] : [], quick);
  expect(result.verdict).toBe('nonconforming');
  expect(result.requirements.find(({ id }) => id === 'D20')?.outcome).toBe('failed');
});

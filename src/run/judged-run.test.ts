import { expect, test } from 'vitest';
import { unrun } from '../../conformance/index.ts';
import type { CaseRecord } from '../run-result/case-record.ts';
import { type ContractUnderTest, contractUnderTest } from './contract-under-test.ts';
import { judgedRun } from './judged-run.ts';

const measure = await contractUnderTest(undefined, { only: [], skip: [] });
const perfect = perfectOf(measure);

/** What a run of a target that conforms would record, if it were for the cases' own rules alone. */
function perfectOf(of: ContractUnderTest): CaseRecord[] {
  return unrun(of.select(), [], '').map((record) => ({
    ...record,
    findings: record.rules.map((rule) => ({ rule, result: 'holds' })),
  }));
}

function judged(records: readonly CaseRecord[], of = measure) {
  const circumstances = {
    target: { baseUrl: 'http://h' },
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    basis: 'all',
  } as const;
  return judgedRun(of, records, circumstances);
}

test('each requirement that is not excluded is expected of every run: where nothing was run, none passes', () => {
  const { verdict, requirements, counts } = judged([]);
  expect(verdict).toBe('incomplete');
  expect(requirements.map(({ id }) => id)).toEqual(measure.requirements.map(({ id }) => id));
  expect(counts.passed).toBe(0);
  const excluded = measure.requirements.filter(({ excluded }) => excluded !== undefined).map(({ id }) => id);
  expect(requirements.filter(({ outcome }) => outcome === 'notApplicable').map(({ id }) => id)).toEqual(excluded);
});

test.each(
  perfect
    .map((record, index): [string, CaseRecord, number] => [record.title, record, index])
    .filter(([, , index]) => index % 97 === 0),
)('a run without the case "%s" is not conforming, though others show the same rules to hold', (title, { rules }) => {
  const result = judged(perfect.filter((record) => record.title !== title));
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
])('where nothing reaches what is judged in passing, a run with --only %s is %s', async (only, verdict, outcome) => {
  const narrowed = await contractUnderTest(undefined, { only: [only], skip: [] });
  const result = judged(perfectOf(narrowed), narrowed);
  expect(result.verdict).toBe(verdict);
  expect(result.requirements.find(({ id }) => id === 'D22')?.outcome).toBe(outcome);
});

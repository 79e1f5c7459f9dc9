import { describe, expect, test } from 'vitest';
import { mistakesOf } from '../../../test/helpers/report/report-schema.ts';
import { caseOf, requirement } from '../../../test/helpers/report/result-parts.ts';
import { sampleResult } from '../../../test/helpers/report/sample-result.ts';
import { gateOf } from '../gate.ts';
import type { CaseResult, RequirementResult } from '../requirement-result.ts';
import type { RunResult } from '../run-result.ts';
import { baselineOf, compareWithBaseline, requireSameService } from './baseline.ts';

const failing = (title: string, difference = 'b') => ({
  ...caseOf(title, 'failed', { message: `D1: ${title} is wrong.` }),
  deviation: `${title}:D1:value:${difference}`,
});
const explored = (title: string, difference = 'a') => ({
  ...failing(title),
  deviation: `explored:D1:value:${difference}`,
});
const passed = caseOf('one', 'passed');
const open = (title: string) => caseOf(title, 'untestable', { message: 'D1: a fixture is missing.' });

function rule(...cases: CaseResult[]): RequirementResult {
  return requirement({ id: 'D1', title: 'A rule', level: 'MUST', basis: 'decided', text: 't' }, ...cases);
}

/** Result of a run with the given requirements. */
function run(...requirements: RequirementResult[]): RunResult {
  const has = (outcome: string) => requirements.some((one) => one.outcome === outcome);
  const verdict = has('failed') ? 'nonconforming' : has('untestable') ? 'incomplete' : 'conforming';
  return { ...sampleResult, requirements, verdict };
}

function compared(before: RunResult, after: RunResult): RunResult {
  const result = compareWithBaseline(after, baselineOf('before.json', before));
  const gate = gateOf(result);
  return gate ? { ...result, gate } : result;
}

describe('a run with a baseline', () => {
  test.each<[string, RequirementResult[], RequirementResult[], string]>([
    ['an exploration has the same finding in another case', [rule(explored('one'))], [rule(explored('two'))], 'passed'],
    ['an exploration has another finding', [rule(explored('one'))], [rule(explored('one', 'b'))], 'failed'],
    ['nothing fails', [rule(passed)], [rule(passed)], 'passed'],
    ['the same failure', [rule(failing('one'))], [rule(failing('one'))], 'passed'],
    ['fewer failures', [rule(failing('one'), failing('two'))], [rule(failing('two'))], 'passed'],
    ['a warning instead of a pass', [rule(passed)], [rule(caseOf('one', 'warned', { message: 'D1: w.' }))], 'passed'],
    ['a removed requirement that failed', [rule(failing('one'))], [], 'passed'],
    ['a requirement that is untestable again', [rule(open('one'))], [rule(open('one'))], 'passed'],
    ['a failure instead of a pass', [rule(passed)], [rule(failing('one'))], 'failed'],
    ['a changed failure', [rule(failing('one'))], [rule(failing('one', 'c'))], 'failed'],
    ['an additional failing case', [rule(failing('one'))], [rule(failing('one'), failing('two'))], 'failed'],
    ['a failure instead of an untestable case', [rule(open('one'))], [rule(failing('one'))], 'failed'],
    [
      'a failure instead of a waived one',
      [rule(caseOf('one', 'waived', { message: 'D1: w.' }))],
      [rule(failing('one'))],
      'failed',
    ],
    ['an added requirement that fails', [], [rule(failing('one'))], 'failed'],
    ['an untestable case instead of a pass', [rule(passed)], [rule(open('one'))], 'incomplete'],
    ['an untestable case instead of a failure', [rule(failing('one'))], [rule(open('one'))], 'incomplete'],
    ['an additional untestable case', [rule(failing('one'))], [rule(failing('one'), open('two'))], 'incomplete'],
  ])(
    'lets only new failures decide the outcome of the gate, and keeps the verdict: %s',
    (_, before, after, outcome) => {
      const newer = run(...after);
      const result = compared(run(...before), newer);
      expect(result.gate?.outcome).toBe(outcome);
      expect(result.verdict).toBe(newer.verdict);
      expect(mistakesOf({ ...result, requirements: [] })).toEqual([]);
    },
  );

  test('lists new failures, and failures that the baseline also contains', () => {
    const other = { ...rule(failing('two')), id: 'D2' };
    const result = compared(run(rule(failing('one')), { ...rule(passed), id: 'D2' }), run(rule(failing('one')), other));
    expect(result.baseline).toMatchObject({ known: ['D1'], new: ['D2'], untested: [] });
    expect(result.requirements.map(({ sinceBaseline }) => sinceBaseline)).toEqual(['known', 'new']);
    expect(result.gate?.reasons[0]).toMatch(
      /^1 requirement has new or changed failures compared with the baseline \(.*\): D2\.$/,
    );
  });

  test('distinguishes new failures that were waived in the baseline, and failures of requirements newer than the baseline, from other new failures', () => {
    const waived = { ...failing('one'), outcome: 'waived' as const };
    const ofId = (id: string, since: string, ...cases: CaseResult[]) => ({ ...rule(...cases), id, since });
    const before = run(rule(waived), ofId('D2', '0.1.0', passed));
    const { version } = sampleResult.suite;
    const newer = {
      ...run(rule(failing('one')), ofId('D2', version, failing('one')), ofId('D3', '0.10.0', failing('one'))),
    };
    const result = compared(before, { ...newer, suite: { ...newer.suite, version: '0.10.0' } });
    expect(result.baseline).toMatchObject({ known: [], new: ['D1', 'D2', 'D3'], waived: ['D1'], added: ['D3'] });
    expect(result.gate?.outcome).toBe('failed');
    expect(result.gate?.reasons.slice(0, 3)).toEqual([
      expect.stringMatching(/^1 requirement has new or changed failures compared with the baseline \(.*\): D2\.$/),
      expect.stringMatching(/^1 requirement was waived in the baseline \(.*\), and is not waived now: D1\.$/),
      '1 requirement is new in version 0.10.0 and fails: D3.',
    ]);
  });

  test('accepts a waiver for a failure that the baseline also contains', () => {
    const result = compared(run(rule(failing('one'))), run(rule({ ...failing('one'), outcome: 'waived' })));
    expect(result.gate?.outcome).toBe('passed');
  });

  test('fails the gate if the run ended early, or if a waiver is invalid', () => {
    const same = run(rule(failing('one')));
    const stopped = { ...same, stop: { reason: 'interrupted', message: 'the user stopped the run' } } as const;
    expect(compared(same, stopped).gate?.outcome).toBe('incomplete');
    const waivers = {
      file: 'w',
      entries: [
        {
          requirement: 'D1',
          deviations: [],
          reason: 'r',
          owner: 'o',
          expires: '2026-01-01',
          place: 'w:1:1',
          state: 'expired',
          message: 'w:1:1: expired.',
        },
      ],
    } as const;
    expect(compared(same, { ...same, waivers }).gate).toMatchObject({
      outcome: 'failed',
      reasons: ['w:1:1: expired.', expect.any(String)],
    });
  });

  test('passes the gate if the baseline has another version of the contract, and mentions the change', () => {
    const changed = { ...run(rule(passed)), contract: { ...sampleResult.contract, version: '2.0.0' } };
    expect(compared(run(rule(passed)), changed).gate).toMatchObject({
      outcome: 'passed',
      reasons: [
        expect.stringMatching(/^No new failures/),
        expect.stringMatching(/^The two runs have different contracts: 1\.0\.0 /),
      ],
    });
  });
});

test('rejects a shard, a run that ended early and a run against another service as a baseline', () => {
  const shard = { index: 1, count: 2, records: [] };
  expect(() => baselineOf('shard.json', { ...sampleResult, shard })).toThrow(/is one shard; expected a complete run/);
  const stop = { reason: 'gone', message: 'the target stopped responding' } as const;
  expect(() => baselineOf('stopped.json', { ...sampleResult, stop })).toThrow(
    /cannot be the baseline: its run ended early \(the target stopped responding\)/,
  );
  const baseline = baselineOf('good.json', sampleResult);
  expect(() => requireSameService(baseline, 'Pet Store')).toThrow(
    /its contract is "Integration Management Service"; expected "Pet Store"/,
  );
  expect(JSON.stringify(baseline.report)).not.toContain('curl');
});

import { describe, expect, test } from 'vitest';
import { mistakesOf } from '../../../test/helpers/report-schema.ts';
import { caseOf, requirement } from '../../../test/helpers/result-parts.ts';
import { sampleResult } from '../../../test/helpers/sample-result.ts';
import { gateOf } from '../gate.ts';
import type { CaseResult, RequirementResult } from '../requirement-result.ts';
import type { RunResult } from '../run-result.ts';
import { againstBaseline, baselineOf, requireSameService } from './baseline.ts';

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

/** What a run with these requirements would have said. */
function run(...requirements: RequirementResult[]): RunResult {
  const has = (outcome: string) => requirements.some((one) => one.outcome === outcome);
  const verdict = has('failed') ? 'nonconforming' : has('untestable') ? 'incomplete' : 'conforming';
  return { ...sampleResult, requirements, verdict };
}

function compared(before: RunResult, after: RunResult): RunResult {
  const result = againstBaseline(after, baselineOf('before.json', before));
  const gate = gateOf(result);
  return gate ? { ...result, gate } : result;
}

describe('a run with a baseline', () => {
  test.each<[string, RequirementResult[], RequirementResult[], string]>([
    ['an exploration finds the same in another case', [rule(explored('one'))], [rule(explored('two'))], 'passed'],
    ['an exploration finds something else', [rule(explored('one'))], [rule(explored('one', 'b'))], 'failed'],
    ['nothing fails', [rule(passed)], [rule(passed)], 'passed'],
    ['it fails as then', [rule(failing('one'))], [rule(failing('one'))], 'passed'],
    ['it fails in fewer ways', [rule(failing('one'), failing('two'))], [rule(failing('two'))], 'passed'],
    ['it warns, and passed', [rule(passed)], [rule(caseOf('one', 'warned', { message: 'D1: w.' }))], 'passed'],
    ['what failed is gone', [rule(failing('one'))], [], 'passed'],
    ['it could not be tested then either', [rule(open('one'))], [rule(open('one'))], 'passed'],
    ['it passed', [rule(passed)], [rule(failing('one'))], 'failed'],
    ['it failed otherwise', [rule(failing('one'))], [rule(failing('one', 'c'))], 'failed'],
    ['another case fails, too', [rule(failing('one'))], [rule(failing('one'), failing('two'))], 'failed'],
    ['it could not be tested', [rule(open('one'))], [rule(failing('one'))], 'failed'],
    ['it was waived', [rule(caseOf('one', 'waived', { message: 'D1: w.' }))], [rule(failing('one'))], 'failed'],
    ['it was not there', [], [rule(failing('one'))], 'failed'],
    ['it cannot be tested any more, and passed', [rule(passed)], [rule(open('one'))], 'incomplete'],
    ['it cannot be tested any more, and failed', [rule(failing('one'))], [rule(open('one'))], 'incomplete'],
    [
      'a part of it cannot be tested any more',
      [rule(failing('one'))],
      [rule(failing('one'), open('two'))],
      'incomplete',
    ],
  ])('gates on what is new alone, and keeps its verdict: %s', (_, before, after, outcome) => {
    const newer = run(...after);
    const result = compared(run(...before), newer);
    expect(result.gate?.outcome).toBe(outcome);
    expect(result.verdict).toBe(newer.verdict);
    expect(mistakesOf({ ...result, requirements: [] })).toEqual([]);
  });

  test('says which requirements are new, and which were so then', () => {
    const other = { ...rule(failing('two')), id: 'D2' };
    const result = compared(run(rule(failing('one')), { ...rule(passed), id: 'D2' }), run(rule(failing('one')), other));
    expect(result.baseline).toMatchObject({ known: ['D1'], new: ['D2'], untested: [] });
    expect(result.requirements.map(({ sinceBaseline }) => sinceBaseline)).toEqual(['known', 'new']);
    expect(result.gate?.reasons[0]).toMatch(
      /^1 rule does not hold that did, or failed otherwise, in the baseline \(.*\): D2\.$/,
    );
  });

  test('does not pass when it ended early, nor with a waiver that fails it', () => {
    const same = run(rule(failing('one')));
    const stopped = { ...same, stop: { reason: 'interrupted', message: 'somebody ended it' } } as const;
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

  test('says what makes the two hard to compare: a changed contract is no obstacle', () => {
    const changed = { ...run(rule(passed)), contract: { ...sampleResult.contract, version: '2.0.0' } };
    expect(compared(run(rule(passed)), changed).gate).toMatchObject({
      outcome: 'passed',
      reasons: [
        expect.stringMatching(/^Nothing has failed that did not/),
        expect.stringMatching(/^The two have different contracts: 1\.0\.0 /),
      ],
    });
  });
});

test('a baseline has to be a whole run, of the same service', () => {
  const shard = { index: 1, count: 2, records: [] };
  expect(() => baselineOf('shard.json', { ...sampleResult, shard })).toThrow(/is a shard of a run/);
  const stop = { reason: 'gone', message: 'the target stopped answering' } as const;
  expect(() => baselineOf('stopped.json', { ...sampleResult, stop })).toThrow(
    /is no baseline: the run ended early \(the target stopped answering\)/,
  );
  const baseline = baselineOf('good.json', sampleResult);
  expect(() => requireSameService(baseline, 'Pet Store')).toThrow(
    /judged by "Integration Management Service", and this is "Pet Store"/,
  );
  expect(JSON.stringify(baseline.report)).not.toContain('curl');
});

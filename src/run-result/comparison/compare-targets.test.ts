import { describe, expect, test } from 'vitest';
import { sampleResult } from '../../../test/helpers/report/sample-result.ts';
import type { CaseRecord } from '../case-record.ts';
import { compareTargets } from './compare-targets.ts';
import { compareResponses, responsesOf } from './response-shapes.ts';

function record(title: string, answers: readonly [status: number, json: unknown][], broken = false): CaseRecord {
  const traffic = answers.map(([status, json]) => ({
    request: { method: 'POST', path: '/v1/a', headers: {} },
    answer: { status, headers: { 'content-type': 'application/json' }, text: '', json, durationMs: 1 },
    startedAt: new Date(0),
    judgement: 'whole' as const,
    operationId: 'createInvite',
  }));
  const findings = [{ rule: 'D70', result: broken ? ('broken' as const) : ('holds' as const) }];
  return {
    id: title,
    title,
    rules: ['D70'],
    operationId: 'createInvite',
    findings,
    exchanges: [],
    requests: 1,
    traffic,
  };
}

describe('compareResponses', () => {
  const compared = (own: readonly CaseRecord[], other: readonly CaseRecord[]) =>
    compareResponses(responsesOf(own, 'run1'), responsesOf(other, 'run2'));

  test('returns each difference between the properties of two responses once, with the number of its occurrences', () => {
    const own = [record('a', [[200, { id: 1, role: 'x' }]]), record('b', [[201, { id: 2, role: 'y' }]])];
    const other = [record('a', [[200, { id: 'q' }]]), record('b', [[201, { id: 'r' }]])];
    expect(compared(own, other)).toEqual([
      {
        operationIds: ['createInvite'],
        this: { statuses: [200, 201], mediaType: 'application/json', members: ['/id: number', '/role: string'] },
        other: { statuses: [200, 201], mediaType: 'application/json', members: ['/id: string'] },
        answers: 2,
        case: 'a',
      },
    ]);
  });

  test.each<[string, CaseRecord, CaseRecord, number]>([
    ['ignores other values', record('a', [[200, { id: 'x' }]]), record('a', [[200, { id: 'y' }]]), 0],
    [
      'ignores generated names',
      record('a', [[200, { 'field-run1-3-abcd': 1, 扜: 1 }]]),
      record('a', [[200, { 'field-run2-7-ef01': 1, 悬: 1 }]]),
      0,
    ],
    [
      'ignores the order of responses',
      record('a', [
        [200, {}],
        [404, {}],
      ]),
      record('a', [
        [404, {}],
        [200, {}],
      ]),
      0,
    ],
    ['returns another status', record('a', [[404, {}]]), record('a', [[422, {}]]), 1],
    ['ignores a case with a failure', record('a', [[404, {}]], true), record('a', [[422, {}]]), 0],
    [
      'ignores a case with other requests',
      record('a', [
        [404, {}],
        [200, {}],
      ]),
      record('a', [[422, {}]]),
      0,
    ],
  ])('%s', (_, own, other, number) => {
    expect(compared([own], [other])).toHaveLength(number);
  });
});

describe('compareTargets', () => {
  const passed = {
    ...sampleResult,
    target: { baseUrl: 'http://other.example' },
    verdict: 'conforming' as const,
    requirements: sampleResult.requirements.map((one) =>
      one.outcome === 'failed'
        ? {
            ...one,
            outcome: 'passed' as const,
            cases: one.cases.map((row) => ({ ...row, outcome: 'passed' as const })),
          }
        : one,
    ),
  };
  const failed = sampleResult.requirements.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);

  test('returns a requirement that fails at one of two targets, with the results of both targets', () => {
    const { differences, same } = compareTargets(sampleResult, passed, []);
    expect(differences.map(({ id, broken }) => [id, broken])).toEqual(failed.map((id) => [id, 'this']));
    expect(differences[0]).toMatchObject({ this: { outcome: 'failed' }, other: { outcome: 'passed' } });
    expect(same).toBe(sampleResult.requirements.length - failed.length);
    const reversed = compareTargets(passed, sampleResult, []);
    expect(reversed.differences.map(({ id, broken }) => [id, broken])).toEqual(failed.map((id) => [id, 'other']));
  });

  test('returns a requirement that fails differently at two targets, and omits a requirement that fails equally', () => {
    const otherwise = {
      ...sampleResult,
      requirements: sampleResult.requirements.map((one) =>
        one.id === 'D42' ? { ...one, cases: one.cases.map((row) => ({ ...row, deviation: 'another one' })) } : one,
      ),
    };
    expect(compareTargets(sampleResult, sampleResult, []).differences).toEqual([]);
    expect(compareTargets(sampleResult, otherwise, []).differences).toMatchObject([{ id: 'D42', broken: 'both' }]);
  });
});

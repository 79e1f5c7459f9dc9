import { expect, test } from 'vitest';
import type { CaseRecord } from './case-record.ts';
import { clearestFirst } from './clearest-first.ts';
import type { Finding } from './finding.ts';

const broken = (rule: string, exchange?: number): Finding => ({
  rule,
  result: 'broken',
  ...(exchange !== undefined && { exchange }),
});

const exchange = (body: string) => ({
  request: { method: 'POST', url: 'http://h/', headers: {}, body },
  response: { status: 200, headers: {}, body: '' },
  durationMs: 1,
  startedAt: '2026-01-01T00:00:00.000Z',
});

/** Finding about the requirement D01 in a case with two requests. */
function found(id: string, more: Partial<CaseRecord> = {}, finding = broken('D01', 0)) {
  const record: CaseRecord = {
    ...{ id, title: id, rules: ['D01'], findings: [finding], requests: 2 },
    exchanges: [exchange('{}'), exchange('{}')],
    ...more,
  };
  return { record, finding };
}

const clear = found('clear');

test.each([
  ['in which another requirement failed', found('other', { findings: [broken('D01', 0), broken('D02')] })],
  [
    'that could not test another requirement',
    found('other', { findings: [broken('D01', 0), { rule: 'D02', result: 'untestable' }] }),
  ],
  ['about another requirement', found('other', { rules: ['D02'] })],
  ['with more requests before the failure', found('other', {}, broken('D01', 1))],
  ['with a larger body', found('other', { exchanges: [exchange('{"a":1,"b":2}')] })],
  ['without an exchange', found('other', {}, broken('D01'))],
  ['of an exploration', found('other', {}, { ...broken('D01', 0), replay: '--explore-path 1' })],
])('sorts a simple case before a case %s', (_, other) => {
  for (const findings of [
    [clear, other],
    [other, clear],
  ])
    expect(clearestFirst(findings).map(({ record }) => record.id)).toEqual(['clear', 'other']);
});

test('sorts a case with failures of other rules after a case with many requests, and keeps the order of equal cases', () => {
  const disturbed = found('disturbed', { findings: [broken('D01', 0), broken('D02')] });
  const long = found('long', {}, broken('D01', 1));
  expect(clearestFirst([disturbed, long, found('same')]).map(({ record }) => record.id)).toEqual([
    'same',
    'long',
    'disturbed',
  ]);
  const open = (id: string, rules: string[]) => found(id, { rules }, { rule: 'D01', result: 'untestable' });
  expect(clearestFirst([open('b', ['D02']), open('a', ['D01']), long]).map(({ record }) => record.id)).toEqual([
    'long',
    'b',
    'a',
  ]);
  expect(clearestFirst([found('a'), found('b')]).map(({ record }) => record.id)).toEqual(['a', 'b']);
});

import { describe, expect, test } from 'vitest';
import type { CaseRecord } from '../../../src/run-result/case-record.ts';
import { holds } from '../../../src/run-result/finding.ts';
import { inSuiteOrder, mergeRecords } from './merge-records.ts';

const order = { first: 'first', cases: ['a', 'b', 'c'], last: 'last' };

function record(title: string, change: Partial<CaseRecord> = {}): CaseRecord {
  return { id: title, title, rules: ['D24'], findings: [holds('D01')], exchanges: [], requests: 1, ...change };
}

const titles = (records: readonly CaseRecord[]) => records.map(({ title }) => title);

describe('mergeRecords', () => {
  test('returns the record of each case once, in the order of the suite', () => {
    const shards = [
      [record('first'), record('c'), record('a'), record('last')],
      [record('first'), record('b'), record('last')],
    ];
    const merged = mergeRecords(shards, order);
    expect(titles(merged)).toEqual(['first', 'a', 'b', 'c', 'last']);
    expect(merged.reduce((sum, { requests }) => sum + requests, 0)).toBe(5);
  });

  test('keeps a failure that any shard found in the first case', () => {
    const broken = record('first', { findings: [{ rule: 'D01', result: 'broken' }] });
    expect(mergeRecords([[record('first')], [broken]], order)[0]?.findings).toEqual(broken.findings);
  });

  test('evaluates the last case again with the problem titles of all shards', () => {
    const saw = (title: string) => [record('last', { findings: [holds('D24')], titles: { 'urn:x': [title] } })];
    expect(mergeRecords([saw('One'), saw('One')], order)[0]?.findings).toEqual([holds('D24')]);
    expect(mergeRecords([saw('One'), saw('Another')], order)[0]?.findings).toMatchObject([
      { rule: 'D24', result: 'broken', actual: '"Another", "One"' },
    ]);
  });

  test('keeps the created data and the coverage of every shard', () => {
    const trace = (place: string) => ({ traces: [{ key: place, place }] });
    const merged = mergeRecords(
      [[record('first', trace('/1'))], [record('first', { ...trace('/2'), sightings: ['accepted x'] })]],
      order,
    );
    expect(merged[0]).toMatchObject({
      traces: [
        { key: '/1', place: '/1' },
        { key: '/2', place: '/2' },
      ],
      sightings: ['accepted x'],
    });
  });
});

test('sorts case records in the order of the suite', () => {
  expect(titles(inSuiteOrder([record('last'), record('b'), record('first'), record('a')], order))).toEqual([
    'first',
    'a',
    'b',
    'last',
  ]);
});

import { describe, expect, test } from 'vitest';
import { sampleResult } from '../../../test/helpers/report/sample-result.ts';
import type { RunResult } from '../run-result.ts';
import { orderShards } from './shards.ts';

const shard = (index: number, change: Partial<RunResult> = {}, count = 3): { path: string; report: RunResult } => ({
  path: `${index}.json`,
  report: { ...sampleResult, runId: 'job-7', shard: { index, count, records: [] }, ...change },
});

describe('orderShards', () => {
  test('sorts the shards of a run', () => {
    expect(orderShards([shard(3), shard(1), shard(2)]).map((one) => one.shard.index)).toEqual([1, 2, 3]);
  });

  test('treats embedded mocks at different ports as the same target', () => {
    const embedded = (index: number) =>
      shard(index, { target: { baseUrl: `http://127.0.0.1:${index}`, embedded: true } }, 2);
    expect(orderShards([embedded(1), embedded(2)])).toHaveLength(2);
  });

  const other = { ...sampleResult.contract, sha256: 'f'.repeat(64) };
  const selection = { only: ['D42'], skip: [], requirements: 1, ofRequirements: 2, cases: 1, ofCases: 2 };
  test.each<[string, ReturnType<typeof shard>[], string]>([
    ['a missing shard', [shard(1), shard(3)], 'The run has 3 shards, and shard 2 is missing.'],
    ['several missing shards', [shard(2)], 'The run has 3 shards, and shards 1, 3 are missing.'],
    ['a duplicate shard', [shard(1), shard(2), shard(2)], 'Shard 2 of 3 occurs twice: 2.json and 2.json.'],
    [
      'a complete run',
      [shard(1), { ...shard(2), report: sampleResult }],
      '2.json is a complete run; expected a shard.',
    ],
    [
      'a shard of another run',
      [shard(1), shard(2, { runId: 'job-8' })],
      'the shards have different run IDs (job-7 and job-8).',
    ],
    [
      'a shard with another contract',
      [shard(1), shard(2, { contract: other })],
      'different contracts (1.0.0 (SHA-256 b5bb9d8014a0) and 1.0.0 (SHA-256 ffffffffffff))',
    ],
    [
      'a shard of another version',
      [shard(1), shard(2, { suite: { name: 'n', version: '9' } })],
      'different versions of the suite (0.1.0 and 9)',
    ],
    [
      'a shard of another target',
      [shard(1), shard(2, { target: { baseUrl: 'http://x' } })],
      'different targets (https://staging.example.com and http://x)',
    ],
    [
      'a shard with another basis',
      [shard(1), shard(2, { basis: 'documented' })],
      'different bases (all and documented)',
    ],
    ['a shard with another selection', [shard(1), shard(2, { selection })], 'different selections'],
    ['a shard of another number of shards', [shard(1), shard(2, {}, 4)], 'different numbers of shards (3 and 4)'],
    ['an empty list', [], 'There is no report; expected one report of each shard.'],
  ])('rejects %s', (_, given, message) => {
    expect(() => orderShards(given)).toThrow(message);
  });
});

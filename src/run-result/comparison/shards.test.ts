import { describe, expect, test } from 'vitest';
import { sampleResult } from '../../../test/helpers/sample-result.ts';
import type { RunResult } from '../run-result.ts';
import { wholeOf } from './shards.ts';

const shard = (index: number, change: Partial<RunResult> = {}, count = 3): { path: string; report: RunResult } => ({
  path: `${index}.json`,
  report: { ...sampleResult, runId: 'job-7', shard: { index, count, records: [] }, ...change },
});

describe('wholeOf', () => {
  test('puts the shards of one run in their order', () => {
    expect(wholeOf([shard(3), shard(1), shard(2)]).map((one) => one.shard.index)).toEqual([1, 2, 3]);
  });

  test('embedded mocks are the same target, wherever they listened', () => {
    const embedded = (index: number) =>
      shard(index, { target: { baseUrl: `http://127.0.0.1:${index}`, embedded: true } }, 2);
    expect(wholeOf([embedded(1), embedded(2)])).toHaveLength(2);
  });

  const other = { ...sampleResult.contract, sha256: 'f'.repeat(64) };
  const selection = { only: ['D42'], skip: [], requirements: 1, ofRequirements: 2, cases: 1, ofCases: 2 };
  test.each<[string, ReturnType<typeof shard>[], string]>([
    ['one is missing', [shard(1), shard(3)], 'The run has 3 shards, and shard 2 is missing.'],
    ['several are missing', [shard(2)], 'The run has 3 shards, and shards 1, 3 are missing.'],
    ['one is given twice', [shard(1), shard(2), shard(2)], 'Shard 2 of 3 is given twice: 2.json and 2.json.'],
    [
      'one is a whole run',
      [shard(1), { ...shard(2), report: sampleResult }],
      '2.json is a whole run, and no shard of one: there is nothing to merge.',
    ],
    [
      'one is of another run',
      [shard(1), shard(2, { runId: 'job-8' })],
      'they have different run ids (job-7 and job-8).',
    ],
    [
      'one is of another contract',
      [shard(1), shard(2, { contract: other })],
      'different contracts (1.0.0 (SHA-256 b5bb9d8014a0) and 1.0.0 (SHA-256 ffffffffffff))',
    ],
    [
      'one is of another version',
      [shard(1), shard(2, { suite: { name: 'n', version: '9' } })],
      'different versions of the suite (0.1.0 and 9)',
    ],
    [
      'one is of another target',
      [shard(1), shard(2, { target: { baseUrl: 'http://x' } })],
      'different targets (https://staging.example.com and http://x)',
    ],
    [
      'one has another basis',
      [shard(1), shard(2, { basis: 'documented' })],
      'different bases of judgement (all and documented)',
    ],
    ['one has another selection', [shard(1), shard(2, { selection })], 'different selections'],
    ['one is of another number', [shard(1), shard(2, {}, 4)], 'different numbers of shards (3 and 4)'],
    ['there is none', [], 'There is nothing to merge.'],
  ])('rejects when %s', (_, given, message) => {
    expect(() => wholeOf(given)).toThrow(message);
  });
});

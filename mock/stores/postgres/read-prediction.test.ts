import { expect, test } from 'vitest';
import { ReadPrediction } from './read-prediction.ts';

const read = (...names: readonly string[]) => new Map(names.map((name) => [name, [name, '[]'] as const]));

test('predicts a read of each record that every second batch reads, and of no record that only one batch reads', () => {
  const prediction = new ReadPrediction();
  for (let batch = 0; batch < 20; batch++)
    prediction.learn(batch % 2 === 0 ? read('projects', `key ${batch}`) : read('journalSize'));
  expect(prediction.next.map(([collection]) => collection).sort()).toEqual(['journalSize', 'projects']);
});

test('predicts no read of a record that the last batches did not read', () => {
  const prediction = new ReadPrediction();
  for (let batch = 0; batch < 20; batch++) prediction.learn(read('projects'));
  for (let batch = 0; batch < 20; batch++) prediction.learn(read('orgs'));
  expect(prediction.next).toEqual([['orgs', '[]']]);
});

test('predicts the reads of at most 16 records', () => {
  const prediction = new ReadPrediction();
  const names = Array.from({ length: 100 }, (_, n) => `collection ${n}`);
  for (let batch = 0; batch < 20; batch++) prediction.learn(read(...names));
  expect(prediction.next).toHaveLength(16);
});

import { expect, test } from 'vitest';
import { ReadPrediction } from './read-prediction.ts';

const read = (...names: readonly string[]) => new Map(names.map((name) => [name, [name, '[]'] as const]));

test('predicts the records that every second batch reads, and no record that one batch reads', () => {
  const prediction = new ReadPrediction();
  for (let batch = 0; batch < 20; batch++)
    prediction.learn(batch % 2 === 0 ? read('projects', `key ${batch}`) : read('journalSize'));
  expect(prediction.next.map(([collection]) => collection).sort()).toEqual(['journalSize', 'projects']);
});

test('forgets a record that no batch reads any longer', () => {
  const prediction = new ReadPrediction();
  for (let batch = 0; batch < 20; batch++) prediction.learn(read('projects'));
  for (let batch = 0; batch < 20; batch++) prediction.learn(read('orgs'));
  expect(prediction.next).toEqual([['orgs', '[]']]);
});

test('predicts a limited number of records', () => {
  const prediction = new ReadPrediction();
  const names = Array.from({ length: 100 }, (_, n) => `collection ${n}`);
  for (let batch = 0; batch < 20; batch++) prediction.learn(read(...names));
  expect(prediction.next).toHaveLength(16);
});

import { expect, test } from 'vitest';
import { lackingFixtures } from './lacking-fixtures.ts';

const PROJECT = { id: 'p', name: 'p' };
const ALL = {
  ...{ project: PROJECT, otherProject: PROJECT, org: { id: 'o' }, provider: 'salesforce' },
  ...{ integration: { id: 'i' }, otherIntegration: { id: 'j' }, installations: ['1', '2', '3'] },
};

test('all that a run lacks is told at once', () => {
  expect(lackingFixtures({ fixtures: { project: PROJECT, org: { id: 'o' }, installations: ['1'] } })).toBe(
    'the configuration lacks the fixtures `integration`, `provider`, `otherProject`, `otherIntegration`, 2 of 3 `installations`: what needs them will be untestable.',
  );
});

test.each([
  ['everything is named', { fixtures: ALL }],
  ['nothing is: the fixtures of the mock are taken', {}],
])('nothing is said where %s', (_, configuration) => {
  expect(lackingFixtures(configuration)).toBeUndefined();
});

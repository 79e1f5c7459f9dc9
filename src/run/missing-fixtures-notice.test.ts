import { expect, test } from 'vitest';
import { missingFixturesNotice } from './missing-fixtures-notice.ts';

const PROJECT = { id: 'p', name: 'p' };
const ALL = {
  ...{ project: PROJECT, otherProject: PROJECT, org: { id: 'o' }, provider: 'salesforce' },
  ...{ integration: { id: 'i' }, otherIntegration: { id: 'j' }, installations: ['1', '2', '3'] },
};

test('lists all missing fixtures in one notice', () => {
  expect(missingFixturesNotice({ fixtures: { project: PROJECT, org: { id: 'o' }, installations: ['1'] } })).toBe(
    'Fixtures are missing in the configuration: `integration`, `provider`, `otherProject`, `otherIntegration`, 2 of 3 `installations`. Cases that need these fixtures will be untestable.',
  );
});

test.each([
  ['all fixtures', { fixtures: ALL }],
  ['no fixtures, so that the run uses those of the mock', {}],
])('returns undefined for a configuration with %s', (_, configuration) => {
  expect(missingFixturesNotice(configuration)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { errorsOf, mistakesOf, published } from '../../test/helpers/report/report-schema.ts';
import { resultWith, sampleResult, waivedResult } from '../../test/helpers/report/sample-result.ts';
import { annotate } from '../run-result/annotate.ts';
import { SCHEMA_VERSION } from '../run-result/run-result.ts';

const place = { pointer: '/a', line: 1, column: 1 };
const whole = annotate(
  { ...sampleResult, contract: { ...sampleResult.contract, file: 'spec/openapi.yaml' } },
  {
    reasons: new Map([['D01', 'A reason.']]),
    places: () => ({ rules: new Map([['D09', [place]]]), operations: new Map() }),
  },
);

test.each([
  ['a report', whole],
  ['a report with waivers', waivedResult],
  ['a report of odd texts', resultWith('\u0000\u202E')],
])('describes every property of %s in the published schema', (_, result) => {
  expect(mistakesOf(result)).toEqual([]);
});

test('names the schemaVersion of the reports in the published schema', () => {
  expect(published.properties.schemaVersion.const).toBe(SCHEMA_VERSION);
  expect(published.$id).toBe(`urn:integration-contract:report:${SCHEMA_VERSION}`);
});

test('accepts a report with a property that a later version added', () => {
  expect(errorsOf({ ...whole, added: true })).toEqual([]);
});

test.each([
  ['another version', { schemaVersion: 2 }],
  ['no requirements', { requirements: undefined }],
  ['an unknown outcome', { requirements: [{ ...whole.requirements[0], outcome: 'green' }] }],
  ['a negative count', { counts: { ...whole.counts, failed: -1 } }],
])('rejects a report with %s', (_, change) => {
  expect(errorsOf({ ...whole, ...change })).not.toEqual([]);
});

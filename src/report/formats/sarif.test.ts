import { describe, expect, test } from 'vitest';
import { resultWith, sampleResult } from '../../../test/helpers/report/sample-result.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import { renderSarif } from './sarif.ts';

const place = { pointer: '/components/schemas/Key', line: 12, column: 5 };
const other = { pointer: '', line: 3, column: 1 };
const located: RunResult = {
  ...sampleResult,
  requirements: sampleResult.requirements.map((one) => ({ ...one, reason: 'Because.', places: [place, other] })),
};
const run = (result = located) => JSON.parse(renderSarif(result)).runs[0];
const find = (id: string) => run().results.find(({ ruleId }: { ruleId: string }) => ruleId === id);

describe('renderSarif', () => {
  test('writes SARIF 2.1.0 with a rule for each requirement', () => {
    const log = JSON.parse(renderSarif(located));
    expect(log).toMatchObject({ version: '2.1.0', $schema: expect.stringContaining('sarif-2.1.0') });
    const { rules } = log.runs[0].tool.driver;
    expect(rules.map(({ id }: { id: string }) => id)).toEqual(sampleResult.requirements.map(({ id }) => id));
    expect(rules[3]).toMatchObject({
      id: 'D20',
      shortDescription: { text: 'Every error is application/problem+json' },
      defaultConfiguration: { level: 'error' },
    });
    expect(rules[3].help.text).toContain('Why: Because.');
    for (const { ruleId, ruleIndex } of run().results) expect(rules[ruleIndex].id).toBe(ruleId);
  });

  test.each([
    ['D20', 'error', 'fail'],
    ['D09', 'warning', 'fail'],
    ['D74', 'note', 'fail'],
    ['D59', 'none', 'open'],
  ])('writes the result of the requirement %s with the level %s and the kind %s', (id, level, kind) => {
    expect(find(id)).toMatchObject({ level, kind });
  });

  test('writes no result for requirements that passed or do not apply', () => {
    for (const id of ['D01', 'D04', 'D71', 'D80']) expect(find(id)).toBeUndefined();
  });

  test('writes the line of the rule in the contract as the location, and the other lines of the rule as related locations', () => {
    expect(find('D20')).toMatchObject({
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'spec/openapi.yaml', uriBaseId: '%SRCROOT%' },
            region: { startLine: 12, startColumn: 5 },
          },
          logicalLocations: [{ fullyQualifiedName: '/components/schemas/Key' }],
        },
      ],
      relatedLocations: [{ id: 1, physicalLocation: { region: { startLine: 3 } } }],
    });
    const elsewhere = run({ ...located, contract: { ...located.contract, file: 'api/my contract.yaml' } });
    expect(elsewhere.artifacts[0].location.uri).toBe('api/my%20contract.yaml');
  });

  test('writes the expected and actual values, and the command that repeats the request', () => {
    expect(find('D42').message.text).toMatch(
      /^D42: `active` is not in the mask, and changed\. \(2 cases\)\nExpected: .*\nActual: .*\nTo reproduce: curl/,
    );
  });

  test('keeps the fingerprints of results if the messages and lines differ in a later run', () => {
    const later = run({
      ...located,
      startedAt: '2026-05-01T00:00:00.000Z',
      requirements: located.requirements.map((one) => ({
        ...one,
        message: `${one.id}: other words.`,
        places: [{ ...place, line: 99 }],
      })),
    });
    const marks = (of: { results: { fingerprints: unknown; partialFingerprints: unknown }[] }) =>
      of.results.map(({ fingerprints, partialFingerprints }) => [fingerprints, partialFingerprints]);
    expect(marks(later)).toEqual(marks(run()));
    expect(new Set(marks(run()).map((mark) => JSON.stringify(mark))).size).toBe(run().results.length);
  });

  test('accepts any text', () => {
    expect(() => run(resultWith('\u0000"</\ud800 %zz{0}'))).not.toThrow();
  });
});

import { expect, test } from 'vitest';
import { coverageOf } from './coverage.ts';

const record = { id: 'a-case', title: 'a case', rules: [], findings: [], exchanges: [], requests: 1 };
const coverage = coverageOf(
  [
    { id: 'createJwtKey', kind: 'operation', operationId: 'createJwtKey', sides: ['accepted', 'refused'] },
    { id: 'createJwtKey status 413', kind: 'status', operationId: 'createJwtKey', sides: ['refused'] },
    {
      id: 'createJwtKey body /label maxLength 255',
      kind: 'constraint',
      operationId: 'createJwtKey',
      sides: ['accepted', 'refused'],
    },
  ],
  [
    { ...record, sightings: ['accepted createJwtKey', 'refused createJwtKey'] },
    { ...record, sightings: ['accepted createJwtKey body /label maxLength 255'] },
  ],
  [
    {
      of: (sighting) => sighting.endsWith(' 413'),
      until: 'target',
      reason: 'The service decides the maximum size of a body (D14).',
    },
  ],
);

test('classifies each side of a coverage point as seen, missing, or excluded with a reason', () => {
  expect(coverage.points).toMatchObject([
    { accepted: 'seen', refused: 'seen' },
    { refused: 'excepted', reason: 'The service decides the maximum size of a body (D14).' },
    { accepted: 'seen', refused: 'missing' },
  ]);
  expect(coverage.counts).toMatchObject({
    operation: { seen: 2, missing: 0, excepted: 0 },
    status: { seen: 0, missing: 0, excepted: 1 },
    constraint: { seen: 1, missing: 1, excepted: 0 },
  });
});

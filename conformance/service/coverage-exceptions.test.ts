import { expect, test } from 'vitest';
import { coveragePoints } from '../../src/contract/document/coverage-points.ts';
import { contract } from '../../test/helpers/contract.ts';
import { COVERAGE_EXCEPTIONS } from './coverage-exceptions.ts';

const sides = coveragePoints(contract).flatMap(({ id, sides }) => sides.map((side) => `${side} ${id}` as const));
const [example] = contract.operation('createJwtKey')?.requestBody?.content[0]?.examples ?? [];
const key = example?.value as Readonly<Record<string, unknown>>;

test.each(COVERAGE_EXCEPTIONS.map((exception) => [exception.reason, exception] as const))(
  'names a coverage point of the document in the exception %s',
  (_, { of }) => {
    expect(sides.filter(of)).not.toEqual([]);
  },
);

test.each([
  ['algorithm', 'type', 42],
  ['publicKeyPem', 'pattern', String(key.publicKeyPem).replace('BEGIN PUBLIC', 'BEGIN A PUBLIC')],
])('reports a second violation if a value of the property %s violates the constraint %s', (name, keyword, value) => {
  const schema = contract.operation('createJwtKey')?.requestBody?.content[0]?.schema;
  const violations = schema && contract.validator(schema, 'body')({ ...key, [name]: value });
  const keywords = violations?.map((violation) => violation.keyword) ?? [];
  expect(keywords).toContain(keyword);
  expect(keywords.length).toBeGreaterThan(1);
});

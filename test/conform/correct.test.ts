import { expect, test } from 'vitest';
import { startCorrectServer } from '../../conformance/correct/index.ts';
import { COVERAGE_EXCEPTIONS } from '../../conformance/service/coverage-exceptions.ts';
import { coveragePoints } from '../../src/contract/document/coverage-points.ts';
import { contract } from '../helpers/contract.ts';
import { judge, resultOf } from '../helpers/judge.ts';

const points = coveragePoints(contract);

/** Result of a run against the correct server. */
async function judgeCorrect() {
  await using server = await startCorrectServer();
  const records = await judge(server);
  const result = resultOf(records, server.url, { points, unreachable: COVERAGE_EXCEPTIONS });
  return { records, result, sightings: new Set(records.flatMap(({ sightings = [] }) => sightings)) };
}

const { records, result, sightings } = await judgeCorrect();

test('passes all requirements for a correct server that shares nothing with the mock', () => {
  const notPassed = result.requirements
    .filter(({ outcome }) => !['passed', 'notApplicable'].includes(outcome))
    .map(({ outcome, message, actual }) => ({ outcome, message, actual }));
  expect(notPassed, 'a new requirement is implemented in conformance/correct/, too').toEqual([]);
  expect(result.verdict).toBe('conforming');
  expect(result.requirements.find(({ id }) => id === 'D04')?.outcome, 'all fixtures are configured').toBe('passed');
});

test('has a finding about each rule of every case in a run against the second correct server', () => {
  const open = records.flatMap(({ title, rules, findings }) => {
    const decided = new Set(findings.map(({ rule }) => rule));
    return rules.filter((rule) => !decided.has(rule)).map((rule) => `${rule}: ${title}`);
  });
  expect(open).toEqual([]);
});

const sides = points.flatMap(({ id, sides }) => sides.map((side) => `${side} ${id}` as const));

test('covers every reachable coverage point of the contract with accepted and with rejected requests', () => {
  const unreachable = COVERAGE_EXCEPTIONS.filter(({ until }) => until === 'never');
  const missing = sides.filter((side) => !sightings.has(side) && !unreachable.some(({ of }) => of(side)));
  expect(missing, 'conformance/correct/ covers these, with the examples of the document').toEqual([]);
  expect(Object.values(result.coverage?.counts ?? {}).map(({ missing }) => missing)).toEqual([0, 0, 0, 0, 0]);
});

test('covers no coverage point that is excluded as unreachable', () => {
  const unreachable = COVERAGE_EXCEPTIONS.filter(({ until }) => until === 'never');
  const reached = sides.filter((side) => sightings.has(side) && unreachable.some(({ of }) => of(side)));
  expect(
    reached,
    'remove the exception from conformance/service/coverage-exceptions.ts, or declare the status in the document',
  ).toEqual([]);
});

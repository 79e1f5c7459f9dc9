import { expect, test } from 'vitest';
import { startCorrectServer } from '../../conformance/correct/index.ts';
import { COVERAGE_EXCEPTIONS } from '../../conformance/service/coverage-exceptions.ts';
import { coveragePoints } from '../../src/contract/document/coverage-points.ts';
import { contract } from '../helpers/contract.ts';
import { judge, resultOf } from '../helpers/judge.ts';

const points = coveragePoints(contract);

/** One run against it. */
async function judgeCorrect() {
  await using server = await startCorrectServer();
  const records = await judge(server);
  const result = resultOf(records, server.url, { points, unreachable: COVERAGE_EXCEPTIONS });
  return { records, result, sightings: new Set(records.flatMap(({ sightings = [] }) => sightings)) };
}

const { records, result, sightings } = await judgeCorrect();

test('a correct server that shares nothing with the mock: no failure, no warning, nothing untestable', () => {
  const complaints = result.requirements
    .filter(({ outcome }) => !['passed', 'notApplicable'].includes(outcome))
    .map(({ outcome, message, actual }) => ({ outcome, message, actual }));
  expect(complaints, 'what is new in the contract is built into conformance/correct/, too').toEqual([]);
  expect(result.verdict).toBe('conforming');
  expect(result.requirements.find(({ id }) => id === 'D04')?.outcome, 'every fixture is given').toBe('passed');
});

test('every case decides each rule that it is about', () => {
  const open = records.flatMap(({ title, rules, findings }) => {
    const decided = new Set(findings.map(({ rule }) => rule));
    return rules.filter((rule) => !decided.has(rule)).map((rule) => `${rule}: ${title}`);
  });
  expect(open).toEqual([]);
});

const sides = points.flatMap(({ id, sides }) => sides.map((side) => `${side} ${id}` as const));

test('the suite shows both sides of all that the contract says and a request can reach', () => {
  const unreachable = COVERAGE_EXCEPTIONS.filter(({ until }) => until === 'never');
  const missing = sides.filter((side) => !sightings.has(side) && !unreachable.some(({ of }) => of(side)));
  expect(missing, 'conformance/correct/ has to show it, from the examples of the document').toEqual([]);
  expect(Object.values(result.coverage?.counts ?? {}).map(({ missing }) => missing)).toEqual([0, 0, 0, 0, 0]);
});

test('what is said to be out of reach is not reached: else its exception has to go', () => {
  const unreachable = COVERAGE_EXCEPTIONS.filter(({ until }) => until === 'never');
  const reached = sides.filter((side) => sightings.has(side) && unreachable.some(({ of }) => of(side)));
  expect(reached, 'a status of its own in the document, or conformance/service/coverage-exceptions.ts').toEqual([]);
});

import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startCorrectServer } from '../../conformance/correct/index.ts';
import { runCases } from '../../conformance/engine/runner.ts';
import { suiteOf } from '../../conformance/packs.ts';
import { COVERAGE_EXCEPTIONS } from '../../conformance/service/coverage-exceptions.ts';
import { coveragePoints } from '../../src/contract/document/coverage-points.ts';
import { loadRequirements } from '../../src/contract/requirement.ts';
import { REQUIREMENTS_FILE } from '../../src/project.ts';
import { assembleRun } from '../../src/run-result/assemble.ts';
import { contract } from '../helpers/contract.ts';

const requirements = loadRequirements(REQUIREMENTS_FILE);

const points = coveragePoints(contract);

/** One run against it. */
async function judge() {
  await using server = await startCorrectServer();
  const { url: baseUrl, apiKey, fixtures } = server;
  const runId = randomBytes(4).toString('hex');
  const target = { baseUrl, apiKey, fixtures, presumed: false, runId, timeoutMs: 10_000 };
  const records = await runCases(suiteOf(contract), target, { concurrency: 8 });
  const { title, version, sha256 } = contract.document;
  const result = assembleRun(requirements, suiteOf(contract).merge(records), {
    suite: { name: 'test', version: '0' },
    contract: { title, version, sha256 },
    target: { baseUrl },
    startedAt: new Date().toISOString(),
    durationMs: 0,
    basis: 'all',
    operationIds: contract.operations.map(({ operationId }) => operationId),
    points,
    unreachable: COVERAGE_EXCEPTIONS,
  });
  return { records, result, sightings: new Set(records.flatMap(({ sightings = [] }) => sightings)) };
}

const { records, result, sightings } = await judge();

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

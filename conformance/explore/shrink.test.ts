import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Exploration } from '../../src/run-result/exploration.ts';
import { contract } from '../../test/helpers/contract.ts';
import { suiteOf } from '../../test/helpers/suite.ts';
import { NoAnswerError } from '../connection/client.ts';
import type { Property } from '../engine/property.ts';
import { Scope } from '../engine/scope.ts';
import { Session } from '../engine/session.ts';
import { Untestable } from '../engine/untestable.ts';
import { explore } from './shrink.ts';

const target = { baseUrl: 'http://127.0.0.1:1', apiKey: 'k', fixtures: {}, presumed: false, runId: 'r', timeoutMs: 1 };
const session = new Session(suiteOf(contract).rules, target);

/** A property for tests, whose generated values are numbers. @param broken returns the rules that a number breaks */
function numbers(broken: (value: number, tries: number) => readonly string[]): Property<number> & { tried: number[] } {
  const tried: number[] = [];
  return {
    tried,
    values: fc.integer({ min: 0, max: 10_000 }),
    run: async (scope, value) => {
      tried.push(value);
      scope.holds('D15');
      for (const rule of broken(value, tried.length)) scope.broken(rule, `${rule} is broken`, 'other', String(value));
    },
  };
}

async function found(property: Property<number>, exploration: Exploration = { runs: 100, seed: 1 }) {
  const scope = new Scope(session);
  await explore(scope, exploration, 'numbers', property);
  return scope.findings.filter(({ result }) => result === 'broken');
}

test('reports each failure once, with the simplest value and the options that repeat the failure', async () => {
  const property = numbers((value) => [...(value >= 1000 ? ['D42'] : []), ...(value <= 20 ? ['D46'] : [])]);
  const findings = await found(property);
  expect(findings.map(({ rule, actual }) => [rule, actual]).toSorted()).toEqual([
    ['D42', '1000'],
    ['D46', '0'],
  ]);
  for (const { replay, rule } of findings) {
    const path = /^--seed 1 --explore-path ([\d:]+) --only numbers$/.exec(replay ?? '')?.[1] ?? '';
    const again = await found(property, { runs: 1, seed: 1, path });
    expect(again.map((one) => [one.rule, one.replay])).toEqual([[rule, replay]]);
  }
});

test('tests only the value at the given path (`--explore-path`), if the exploration has a path', async () => {
  const property = numbers(() => []);
  await found(property, { runs: 50, seed: 9, path: '3:1' });
  expect(property.tried.length).toBe(1);
});

test('tests further values after a failure that cannot be shrunk', async () => {
  const property = numbers((_, tries) => (tries === 13 ? ['D42'] : []));
  const findings = await found({ ...property, values: fc.noShrink(property.values) }, { runs: 40, seed: 1 });
  expect(findings.map(({ rule, replay }) => [rule, replay])).toEqual([
    ['D42', '--seed 1 --explore-path 12 --only numbers'],
  ]);
  expect(property.tried.length).toBe(40);
});

test('reports the first failure even if a smaller value shows another failure', async () => {
  const first = fc.sample(numbers(() => []).values, { numRuns: 1, seed: 1 })[0] ?? 0;
  const property = numbers((value) => (value === first ? ['D42'] : value < first / 2 ? ['D46'] : []));
  const findings = await found(property, { runs: 1, seed: 1 });
  expect(findings.map(({ rule, actual }) => [rule, actual])).toEqual([['D42', String(first)]]);
});

test('reports only one of several failures with the same rule or the same message', async () => {
  const property = numbers(() => []);
  const reported = async (breaks: (value: number) => readonly [rule: string, message: string]) => {
    const run: Property<number>['run'] = async (scope, value) => scope.broken(...breaks(value), 'other', `${value}`);
    return (await found({ values: property.values, run })).length;
  };
  expect(await reported((value) => ['D42', `${value} is wrong`])).toBe(1);
  expect(await reported((value) => [value % 2 === 0 ? 'D42' : 'D46', 'it is wrong'])).toBe(1);
  expect(await reported((value) => (value >= 1000 ? ['D42', 'it is large'] : ['D46', 'it is small']))).toBe(2);
});

test('records only once that a rule holds, and keeps no exchanges', async () => {
  const scope = new Scope(session);
  await explore(
    scope,
    { runs: 10, seed: 1 },
    'numbers',
    numbers(() => []),
  );
  expect(scope.findings).toEqual([{ rule: 'D15', result: 'holds' }]);
  expect(scope.sent).toEqual([]);
});

test('ignores failures of a requirement with the level SHOULD', async () => {
  expect(await found(numbers(() => ['D24', 'D74']))).toEqual([]);
});

test('reports at most five failures', async () => {
  const property = numbers((_, tries) => [`D${40 + (tries % 9)}`.replace('D48', 'D50')]);
  const findings = await found({ ...property, values: fc.noShrink(property.values) }, { runs: 1000, seed: 1 });
  expect(findings.length).toBe(5);
  expect(property.tried.length).toBeLessThan(50);
});

test('stops shrinking a failure after 200 attempts', async () => {
  const [lists, tried]: [fc.Arbitrary<number[]>, unknown[]] = [
    fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
    [],
  ];
  const run: Property<number[]>['run'] = async (scope, value) => {
    tried.push(value);
    if (tried.length % 2 === 1) scope.broken('D42', 'it is wrong', 'other', 'this');
  };
  const scope = new Scope(session);
  await explore(scope, { runs: 1, seed: 1 }, 'lists', { values: lists, run });
  expect(scope.findings.map(({ rule }) => rule)).toEqual(['D42']);
  expect(tried.length).toBe(201);
});

test.each([
  ['does not shrink', true, 1],
  ['shrinks', false, 2],
])('%s the value of a failure without a response (caused by a timeout: %s)', async (_, costly, least) => {
  const property = numbers(() => ['D15']);
  const run: Property<number>['run'] = async (scope, value) => {
    await property.run(scope, value);
    throw new NoAnswerError('no answer', { costly });
  };
  const findings = await found({ ...property, run }, { runs: 1, seed: 1 });
  expect(findings.map(({ rule }) => rule)).toEqual(['D15']);
  expect(property.tried.length).toBeGreaterThanOrEqual(least);
  if (costly) expect(property.tried.length).toBe(least);
});

test('rethrows an error of the suite itself', async () => {
  const property = numbers(() => ['D42']);
  const run: Property<number>['run'] = async (scope, value) => {
    await property.run(scope, value);
    throw new TypeError('an error of the suite');
  };
  for (const exploration of [
    { runs: 9, seed: 1 },
    { runs: 1, seed: 1, path: '3:1' },
  ])
    await expect(found({ ...property, run }, exploration)).rejects.toThrow('an error of the suite');
  expect(property.tried.length).toBe(2);
});

test('reports the failure found so far, or throws Untestable if there is none, when the run ends early', async () => {
  const stop = (after: number): Property<number> => {
    const property = numbers((value) => (value > 100 ? ['D42'] : []));
    let isGone = false;
    const run: Property<number>['run'] = async (scope, value) => {
      expect(isGone, 'no request after the end').toBe(false);
      isGone = property.tried.length >= after;
      if (isGone) throw new Untestable('the target is gone');
      await property.run(scope, value);
    };
    return { ...property, run };
  };
  await expect(found(stop(0))).rejects.toThrow('the target is gone');
  expect((await found(stop(30))).map(({ rule }) => rule)).toEqual(['D42']);
});

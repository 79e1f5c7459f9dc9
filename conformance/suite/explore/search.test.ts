import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Contract } from '../../../src/contract/contract.ts';
import { loadDocument } from '../../../src/contract/document.ts';
import { OPENAPI_FILE, REQUIREMENTS_FILE } from '../../../src/contract/project-files.ts';
import { loadRequirements } from '../../../src/contract/requirements.ts';
import { Scope } from '../scope.ts';
import { Session, Untestable } from '../session.ts';
import type { Exploration } from './exploration.ts';
import { explore, type Property } from './search.ts';

const contract = new Contract(await loadDocument(OPENAPI_FILE, { trusted: true }));
const target = { baseUrl: 'http://127.0.0.1:1', apiKey: 'k', fixtures: {}, presumed: false, runId: 'r', timeoutMs: 1 };
const session = new Session(contract, loadRequirements(REQUIREMENTS_FILE), target);

/** Rules that a number breaks, as a target with such faults would. */
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

test('each fault is told once, by the simplest value that shows it, with what finds it again', async () => {
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

test('a value is tried once where it is repeated, and nothing else', async () => {
  const property = numbers(() => []);
  await found(property, { runs: 50, seed: 9, path: '3:1' });
  expect(property.tried.length).toBe(1);
});

test('what is only a SHOULD is left to the fixed cases', async () => {
  expect(await found(numbers(() => ['D24', 'D74']))).toEqual([]);
});

test('a target that does everything wrong is not asked for ever', async () => {
  const property = numbers((_, tries) => [`D${40 + (tries % 9)}`.replace('D48', 'D50')]);
  await found(property, { runs: 1000, seed: 1 });
  expect(property.tried.length).toBeLessThan(1500);
});

test('when nothing more can be sent, it ends: untestable, or with what was found', async () => {
  const stop = (after: number): Property<number> => {
    const property = numbers((value) => (value > 100 ? ['D42'] : []));
    const run: Property<number>['run'] = async (scope, value) => {
      if (property.tried.length >= after) throw new Untestable('the target is gone');
      await property.run(scope, value);
    };
    return { ...property, run };
  };
  await expect(found(stop(0))).rejects.toThrow('the target is gone');
  expect((await found(stop(30))).map(({ rule }) => rule)).toEqual(['D42']);
});

import { expect, test } from 'vitest';
import { Contract } from '../../src/contract/contract.ts';
import { loadDocument } from '../../src/contract/document.ts';
import { OPENAPI_FILE, REQUIREMENTS_FILE } from '../../src/contract/project-files.ts';
import { loadRequirements } from '../../src/contract/requirements.ts';
import { titlesOfProblems } from './behaviours/problems.ts';
import { suiteCases } from './cases.ts';
import { preflight } from './preflight.ts';

const contract = new Contract(await loadDocument(OPENAPI_FILE, { trusted: true }));
const requirements = loadRequirements(REQUIREMENTS_FILE);
const cases = [preflight, ...suiteCases(contract), titlesOfProblems()];

/** Judged in passing, on every answer. */
const ON_EVERY_ANSWER = ['D11', 'D13', 'D15', 'D20', 'D21', 'D22', 'D23', 'D24', 'D26', 'S01'];

test('no two cases have one title', () => {
  const titles = cases.map(({ title }) => title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

test('every rule that is not excluded has a check', () => {
  const checked = new Set([...ON_EVERY_ANSWER, ...cases.flatMap(({ rules }) => rules)]);
  const unchecked = requirements.filter(({ id, excluded }) => excluded === undefined && !checked.has(id));
  expect(unchecked.map(({ id }) => id)).toEqual([]);
});

test('no case is about a rule that is unknown or excluded', () => {
  const judged = new Set(requirements.filter(({ excluded }) => excluded === undefined).map(({ id }) => id));
  const strays = cases.filter(({ rules }) => rules.length === 0 || rules.some((rule) => !judged.has(rule)));
  expect(strays.map(({ title, rules }) => `${title}: ${rules.join(' ')}`)).toEqual([]);
});

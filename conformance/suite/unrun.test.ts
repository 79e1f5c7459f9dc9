import { expect, test } from 'vitest';
import { Contract } from '../../src/contract/contract.ts';
import { loadDocument } from '../../src/contract/document.ts';
import { OPENAPI_FILE } from '../../src/contract/project-files.ts';
import { titlesOfProblems } from './behaviours/problems.ts';
import { preflight } from './preflight.ts';
import { unrun } from './unrun.ts';

const contract = new Contract(await loadDocument(OPENAPI_FILE, { trusted: true }));
const operation = contract.operation('createInvite');
const run = async () => undefined;
const cases = [
  { title: 'one', rules: ['D70', 'D71'], run, ...(operation && { operation }) },
  { title: 'two', rules: ['D80'], run },
];

test('each case that has no record gets one: its rules are untestable, and say why', () => {
  const missing = unrun({ cases, judges: () => true }, [{ title: 'two' }], 'the target is gone');
  expect(missing.map(({ title }) => title)).toEqual([preflight.title, 'one', titlesOfProblems().title]);
  expect(missing[1]).toEqual({
    title: 'one',
    rules: ['D70', 'D71'],
    operationId: 'createInvite',
    findings: ['D70', 'D71'].map((rule) => ({ rule, result: 'untestable', message: 'the target is gone' })),
    exchanges: [],
    requests: 0,
  });
});

test('what was not selected stays unsaid, and a case of no operation names none', () => {
  const selected = { cases, judges: (rule: string) => rule !== 'D70' };
  const [, one, two] = unrun(selected, [], 'the case was not run');
  expect([one?.rules, one?.findings.map(({ rule }) => rule)]).toEqual([['D71'], ['D71']]);
  expect(two).not.toHaveProperty('operationId');
});

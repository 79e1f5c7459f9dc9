import { expect, test } from 'vitest';
import { contract, suite } from '../../../test/helpers/suite.ts';
import { unrun } from './skipped-cases.ts';

const { first, last } = suite;
const operation = contract.operation('createInvite');
const run = async () => undefined;
const cases = [
  { id: 'one', title: 'one', rules: ['D70', 'D71'], run, ...(operation && { operation }) },
  { id: 'two', title: 'two', rules: ['D80'], run },
];

test('creates a record, in which all rules are untestable for the given reason, for each case without a record', () => {
  const missing = unrun({ first, cases, last, canEvaluate: () => true }, [{ id: 'two' }], 'the target is gone');
  expect(missing.map(({ title }) => title)).toEqual([first.title, 'one', last.title]);
  expect(missing[1]).toEqual({
    id: 'one',
    title: 'one',
    rules: ['D70', 'D71'],
    operationId: 'createInvite',
    findings: ['D70', 'D71'].map((rule) => ({ rule, result: 'untestable', message: 'the target is gone' })),
    exchanges: [],
    requests: 0,
  });
});

test('omits rules that the selection excludes, and omits the operation for a case without an operation', () => {
  const selected = { first, cases, last, canEvaluate: (rule: string) => rule !== 'D70' };
  const [, one, two] = unrun(selected, [], 'the case was not run');
  expect([one?.rules, one?.findings.map(({ rule }) => rule)]).toEqual([['D71'], ['D71']]);
  expect(two).not.toHaveProperty('operationId');
});

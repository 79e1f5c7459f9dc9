import { expect, test } from 'vitest';
import type { CaseRecord } from '../../../src/run-result/case-record.ts';
import { withoutEchoes } from './duplicate-findings.ts';

function answers(rule: string, operation: string, pointer: string): CaseRecord {
  const message = `the answer of ${operation} breaks the schema at ${pointer}`;
  const findings = [{ rule, result: 'broken', message } as const];
  return { id: operation, title: operation, rules: [rule], findings, exchanges: [], requests: 0 };
}

const first = answers('D60', 'upsertIntegrationObjectMetadata', '/success');

test('what both forms do wrong is told of the first', () => {
  const second = answers('D62', 'upsertProviderObjectMetadata', '/success');
  expect(withoutEchoes([first, second]).map(({ findings }) => findings.length)).toEqual([1, 0]);
});

test('what the second form alone does wrong is told of it', () => {
  const second = answers('D62', 'upsertProviderObjectMetadata', '/fields');
  expect(withoutEchoes([first, second])).toEqual([first, second]);
});

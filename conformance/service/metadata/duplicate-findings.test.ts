import { expect, test } from 'vitest';
import type { CaseRecord } from '../../../src/run-result/case-record.ts';
import { withoutDuplicates } from './duplicate-findings.ts';

function answers(rule: string, operation: string, pointer: string): CaseRecord {
  const message = `\`${pointer}\` in the response of ${operation} is missing`;
  const findings = [{ rule, result: 'broken', message } as const];
  return { id: operation, title: operation, rules: [rule], findings, exchanges: [], requests: 0 };
}

const first = answers('D60', 'upsertIntegrationObjectMetadata', '/success');

test('removes a failure of the upsert for providers if the upsert for integrations has the same failure', () => {
  const second = answers('D62', 'upsertProviderObjectMetadata', '/success');
  expect(withoutDuplicates([first, second]).map(({ findings }) => findings.length)).toEqual([1, 0]);
});

test('keeps a failure that only the upsert for providers has', () => {
  const second = answers('D62', 'upsertProviderObjectMetadata', '/fields');
  expect(withoutDuplicates([first, second])).toEqual([first, second]);
});

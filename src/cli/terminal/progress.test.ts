import { expect, test } from 'vitest';
import type { CaseRecord } from '../../run-result/case-record.ts';
import { progress } from './progress.ts';

test('prints a line every 100 cases, and names each failed requirement once', () => {
  const lines: string[] = [];
  const stream = { isTTY: false, columns: 80, write: (text: string) => lines.push(text) > 0 };
  const live = progress(stream, [{ id: 'D31' }, { id: 'D66', excluded: 'Optional.' }]);
  const findings = ['D31', 'D66'].map((rule) => ({ rule, result: 'broken' as const }));
  const record: CaseRecord = { id: 'a-case', title: 'a case', rules: ['D31'], findings, exchanges: [], requests: 2 };
  for (let cases = 0; cases < 200; cases++) live.onCase(record);
  live.end();
  expect(lines).toEqual(['100 cases, 200 requests, failed: D31\n', '200 cases, 400 requests\n']);
});

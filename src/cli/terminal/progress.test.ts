import { beforeEach, expect, test, vi } from 'vitest';
import type { CaseRecord } from '../../run-result/case-record.ts';
import { progress } from './progress.ts';

beforeEach(() => vi.stubEnv('NO_COLOR', '1'));

const record: CaseRecord = { id: 'a', title: 'a case', rules: ['D31'], findings: [], exchanges: [], requests: 2 };

/** Shows the progress of a run with 1,000 cases, of which the first three fail. @returns the lines */
function linesOf({ isTTY, columns = 80, msPerCase }: { isTTY: boolean; columns?: number; msPerCase: number }) {
  const lines: string[] = [];
  let time = 0;
  const stream = { isTTY, columns, write: (text: string) => lines.push(text) > 0 };
  const live = progress(stream, () => time);
  for (let cases = 0; cases < 1000; cases++) {
    time += msPerCase;
    live.onCase({ record, isFailed: cases < 3, total: 1000 });
  }
  live.end();
  return lines;
}

test('prints one line per quarter of the cases to a log', () => {
  expect(linesOf({ isTTY: false, msPerCase: 4 })).toEqual([
    ' 25% 250/1000 cases · 3 failed · 1 s\n',
    ' 50% 500/1000 cases · 3 failed · 2 s\n',
    ' 75% 750/1000 cases · 3 failed · 3 s\n',
    '100% 1000/1000 cases · 3 failed · 4 s\n',
  ]);
});

test('prints at most five lines to the log of a slow run, with the first line after ten seconds', () => {
  const lines = linesOf({ isTTY: false, msPerCase: 1000 });
  expect(lines).toHaveLength(5);
  expect(lines[0]).toBe('  1% 11/1000 cases · 3 failed · 11 s\n');
});

test('updates one line with a progress bar on a terminal, and clears the line at the end', () => {
  const lines = linesOf({ isTTY: true, msPerCase: 10 });
  expect(lines.length).toBeGreaterThan(100);
  const [start, text] = [lines.at(-2)?.slice(0, 4), lines.at(-2)?.slice(4)];
  expect(start).toBe('\r\u001B[K');
  expect(text).toMatch(/^█{19}░ 99\d\/1000 cases · 3 failed · 9 s$/);
  expect(lines.at(-1)).toBe('\r\u001B[K');
});

test('shows no progress bar on a narrow terminal', () => {
  expect(linesOf({ isTTY: true, columns: 40, msPerCase: 10 })[0]).toBe('\r\u001B[K 1/1000 cases · 1 failed · 0 s');
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { RunResult } from '../../../src/run-result/run-result.ts';
import { mistakesOf } from './report-schema.ts';

/** Reads the report of a run, and expects that it matches the published schema. */
export function writtenReport(folder: string, name = 'reports'): RunResult {
  const result = JSON.parse(readFileSync(join(folder, name, 'report.json'), 'utf8'));
  expect(mistakesOf(result)).toEqual([]);
  return result;
}

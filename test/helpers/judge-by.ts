import type { Case } from '../../conformance/engine/case.ts';
import { runCases } from '../../conformance/engine/runner.ts';
import { suiteOf } from '../../conformance/packs.ts';
import { seededFixtures } from '../../conformance/service/seeded-fixtures.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { CaseRecord } from '../../src/run-result/case-record.ts';

/** Judges a server by a document, with the fixtures of the mock `from`. */
export async function judgeBy(
  contract: Contract,
  baseUrl: string,
  from: string,
  only: (one: Case) => boolean,
): Promise<CaseRecord[]> {
  const target = {
    baseUrl,
    apiKey: 'test-key',
    fixtures: await seededFixtures(from),
    presumed: false,
    runId: 'added',
    timeoutMs: 5000,
  };
  return runCases(suiteOf(contract), target, { concurrency: 8, only });
}

export function brokenRules(records: readonly CaseRecord[]): string[] {
  const findings = records.flatMap((record) => record.findings.filter(({ result }) => result === 'broken'));
  return [...new Set(findings.map(({ rule }) => rule))].sort();
}

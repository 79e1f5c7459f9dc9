import type { CaseRecord } from '../../conformance/index.ts';
import type { Case } from '../../conformance/suite/case.ts';
import { runCases } from '../../conformance/suite/run-cases.ts';
import { seededFixtures } from '../../conformance/target/seeded-fixtures.ts';
import type { Contract } from '../contract/contract.ts';
import { REQUIREMENTS_FILE } from '../contract/project-files.ts';
import { loadRequirements } from '../contract/requirements.ts';

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
  return runCases(contract, loadRequirements(REQUIREMENTS_FILE), target, { concurrency: 8, only });
}

export function brokenRules(records: readonly CaseRecord[]): string[] {
  const findings = records.flatMap((record) => record.findings.filter(({ result }) => result === 'broken'));
  return [...new Set(findings.map(({ rule }) => rule))].sort();
}

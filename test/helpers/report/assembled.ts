import type { Suite } from '../../../conformance/engine/runner/suite.ts';
import { assembleRun, type RunFacts } from '../../../src/run-result/assemble.ts';
import type { CaseRecord } from '../../../src/run-result/case-record.ts';
import type { RunResult } from '../../../src/run-result/run-result.ts';

/** Result of a complete run, made from the records of its cases; `facts` replaces default facts about the run. */
export function assembled(
  suite: Suite,
  records: readonly CaseRecord[],
  baseUrl: string,
  facts: Partial<RunFacts> = {},
): RunResult {
  const { document, operations } = suite.contract;
  const { title, version, sha256 } = document;
  return assembleRun(suite.rules.requirements, suite.merge(records), {
    suite: { name: 'judge', version: '0' },
    contract: { title, version, sha256 },
    target: { baseUrl },
    startedAt: new Date().toISOString(),
    durationMs: 0,
    basis: 'all',
    operationIds: operations.map(({ operationId }) => operationId),
    ...facts,
  });
}

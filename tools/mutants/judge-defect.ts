import { randomBytes } from 'node:crypto';
import { runCases } from '../../conformance/engine/runner.ts';
import { type Defect, startFaultyServer } from '../../conformance/faulty/index.ts';
import { suiteOf } from '../../conformance/packs.ts';
import { SEEDED_API_KEY, seededFixtures } from '../../conformance/service/seeded-fixtures.ts';
import { startMock } from '../../mock/index.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { Requirement } from '../../src/contract/requirement.ts';
import { assembleRun } from '../../src/run-result/assemble.ts';
import type { RunResult } from '../../src/run-result/run-result.ts';

/** What the suite found in one faulty server. */
export interface DefectResult {
  readonly name: string;
  readonly description: string;
  readonly breaks: readonly string[];
  /** Rules that failed or warned. */
  readonly found: readonly string[];
  readonly missed: readonly string[];
  /** Found, though the defect does not break them. */
  readonly surplus: readonly string[];
  /** The first line of the first finding. */
  readonly message: string;
}

/** Starts a mock, the defect in front of it, and judges what comes out. */
export async function judgeDefect(
  defect: Defect,
  contract: Contract,
  requirements: readonly Requirement[],
): Promise<DefectResult> {
  await using mock = await startMock({ port: 0 });
  const fixtures = await seededFixtures(mock.url);
  await using faulty = await startFaultyServer(defect, mock.url);
  const target = {
    baseUrl: faulty.url,
    apiKey: SEEDED_API_KEY,
    fixtures,
    presumed: false,
    runId: randomBytes(4).toString('hex'),
    timeoutMs: 5000,
  };
  const records = await runCases(suiteOf(contract), target, { concurrency: 8 });
  const result = assembleRun(requirements, suiteOf(contract).merge(records), {
    suite: { name: 'mutants', version: '0' },
    contract: { title: contract.document.title, version: contract.document.version, sha256: contract.document.sha256 },
    target: { baseUrl: faulty.url },
    startedAt: new Date().toISOString(),
    durationMs: 0,
    basis: 'all',
    operationIds: contract.operations.map(({ operationId }) => operationId),
  });
  return compare(defect, result);
}

function compare({ name, description, breaks }: Defect, { requirements }: RunResult): DefectResult {
  const broken = requirements.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned');
  const found = broken.map(({ id }) => id);
  return {
    name,
    description,
    breaks,
    found,
    missed: breaks.filter((id) => !found.includes(id)),
    surplus: found.filter((id) => !breaks.includes(id)),
    message: broken.find(({ id }) => breaks.includes(id))?.message ?? broken[0]?.message ?? '',
  };
}

import { randomBytes } from 'node:crypto';

import { type RunCasesOptions, runCases } from '../../conformance/engine/runner/runner.ts';
import { type Defect, defectNamed, startFaultyServer } from '../../conformance/faulty/index.ts';
import { suiteOf } from '../../conformance/packs.ts';
import type { ServiceFixtures } from '../../conformance/service/fixtures.ts';
import { SEEDED_API_KEY, seededFixtures } from '../../conformance/service/seeded-fixtures.ts';
import { startMock } from '../../mock/index.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { RunFacts } from '../../src/run-result/assemble.ts';
import type { CaseRecord } from '../../src/run-result/case-record.ts';
import type { RunResult } from '../../src/run-result/run-result.ts';
import { contract as ownContract } from './contract.ts';
import { assembled } from './report/assembled.ts';

/** Server to judge, with the API key and the fixtures that a run needs. */
export interface JudgedServer {
  /** Scheme, host and port. */
  readonly url: string;
  readonly apiKey: string;
  readonly fixtures: ServiceFixtures;
}

export interface JudgeOptions extends Partial<RunCasesOptions> {
  /** Contract that the server must fulfil; by default, the contract of this project. */
  readonly contract?: Contract;
  readonly runId?: string;
}

/** Runs the suite against a server in the process of the test. */
export function judge(
  { url: baseUrl, apiKey, fixtures }: JudgedServer,
  { contract = ownContract, runId = randomBytes(4).toString('hex'), concurrency = 8, ...options }: JudgeOptions = {},
): Promise<CaseRecord[]> {
  const target = { baseUrl, apiKey, fixtures, presumed: false, runId, timeoutMs: 10_000 };
  return runCases(suiteOf(contract), target, { concurrency, ...options });
}

/** Result of a complete run with the contract of this project. */
export function resultOf(records: readonly CaseRecord[], baseUrl: string, facts?: Partial<RunFacts>): RunResult {
  return assembled(suiteOf(ownContract), records, baseUrl, facts);
}

/**
 * Server to judge at `url`; by default, this server is the mock at `mockUrl`. The fixtures are the seed records of the
 * mock at `mockUrl`.
 */
export async function seededServer(mockUrl: string, url = mockUrl, installations?: number): Promise<JudgedServer> {
  return { url, apiKey: SEEDED_API_KEY, fixtures: await seededFixtures(mockUrl, installations) };
}

/**
 * Starts a mock, or a faulty server in front of a mock.
 *
 * @param given defect of the faulty server, or its name; without a defect, the mock is judged
 */
export async function startJudged(given?: Pick<Defect, 'create'> | string): Promise<JudgedServer & AsyncDisposable> {
  const defect = typeof given === 'string' ? defectNamed(given) : given;
  await using starting = new AsyncDisposableStack();
  const mock = starting.use(await startMock({ port: 0 }));
  const faulty = defect && starting.use(await startFaultyServer(defect, mock.url));
  const server = await seededServer(mock.url, faulty?.url);
  const started = starting.move();
  return { ...server, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

/** IDs of the rules that failed in a run. */
export function brokenRules(records: readonly CaseRecord[]): string[] {
  const findings = records.flatMap((record) => record.findings.filter(({ result }) => result === 'broken'));
  return [...new Set(findings.map(({ rule }) => rule))].sort();
}

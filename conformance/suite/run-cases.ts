import type { Contract } from '../../src/contract/contract.ts';
import type { Requirement } from '../../src/contract/requirements.ts';
import type { Target } from '../target/target.ts';
import { titlesOfProblems } from './behaviours/problems.ts';
import type { Case, CaseRecord } from './case.ts';
import { suiteCases } from './cases.ts';
import { preflight } from './preflight.ts';
import { runCase } from './run-case.ts';
import { Session } from './session.ts';

/** The whole suite in this process, without vitest: for judging many servers in a row. */
export async function runCases(
  contract: Contract,
  requirements: readonly Requirement[],
  target: Target,
  concurrency: number,
): Promise<CaseRecord[]> {
  const session = new Session(contract, requirements, target);
  const records: CaseRecord[] = [];
  const run = async (one: Case) => {
    records.push(await runCase(session, one));
  };
  try {
    await run(preflight);
    const queue = suiteCases(contract).values();
    const work = async () => {
      for (const one of queue) await run(one);
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    await run(titlesOfProblems());
  } finally {
    session.close();
  }
  return records;
}

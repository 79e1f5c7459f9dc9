import type { Contract } from '../../src/contract/contract.ts';
import type { Requirement } from '../../src/contract/requirements.ts';
import type { Target } from '../target/target.ts';
import { titlesOfProblems } from './behaviours/problems.ts';
import type { Case, CaseRecord } from './case.ts';
import { preflight } from './preflight.ts';
import { runCase } from './run-case.ts';
import { prepareSamples } from './samples.ts';
import { type Selection, selectCases } from './selection.ts';
import { Session } from './session.ts';

export interface RunCasesOptions {
  /** Cases at a time. */
  readonly concurrency: number;
  /** Which cases to run; all when absent. */
  readonly only?: (one: Case) => boolean;
  readonly selection?: Selection;
  /** Whether the records are to have all that was sent and answered. */
  readonly keepsTraffic?: boolean;
  readonly onExchange?: Session['onExchange'];
  /** Called after each case. */
  readonly onCase?: (record: CaseRecord) => void;
}

/** The suite in this process, without vitest: for judging many servers in a row. */
export async function runCases(
  contract: Contract,
  requirements: readonly Requirement[],
  target: Target,
  {
    concurrency,
    only = () => true,
    selection = { only: [], skip: [] },
    keepsTraffic = false,
    onExchange,
    onCase,
  }: RunCasesOptions,
): Promise<CaseRecord[]> {
  await prepareSamples(contract);
  const { cases, judges } = selectCases(contract, requirements, selection);
  const session = new Session(contract, requirements, target);
  session.onExchange = onExchange;
  session.keepsTraffic = keepsTraffic;
  const records: CaseRecord[] = [];
  const run = async (one: Case) => {
    const record = await runCase(session, one, judges);
    records.push(record);
    onCase?.(record);
  };
  try {
    await run(preflight);
    const queue = cases.filter(only).values();
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

import type { CaseRecord } from '../../../src/run-result/case-record.ts';
import type { Target } from '../../connection/target.ts';
import { type Case, STAGES } from '../case.ts';
import { prepareSamples } from '../request/samples.ts';
import { Session } from '../session.ts';
import { runCase } from './run-case.ts';
import { type Selection, selectCases } from './selection.ts';
import type { Suite } from './suite.ts';

export interface RunCasesOptions {
  /** The number of cases that run concurrently. */
  readonly concurrency: number;
  /** Returns true for each case to run; all cases if absent. */
  readonly only?: (one: Case) => boolean;
  readonly selection?: Selection;
  /** True if the case records keep every exchange, including secrets. */
  readonly keepsTraffic?: boolean;
  readonly onExchange?: Session['onExchange'];
  /** Called after each case. */
  readonly onCase?: (record: CaseRecord) => void;
  /** Ends the run early: no further case begins, and the cases in progress end at their next request. */
  readonly signal?: AbortSignal;
}

/** Runs the selected cases against one target, in this thread and without Vitest. Returns the records of the cases. */
export async function runCases(
  suite: Suite,
  target: Target,
  {
    concurrency,
    only = () => true,
    selection = { only: [], skip: [] },
    keepsTraffic = false,
    onExchange,
    onCase,
    signal,
  }: RunCasesOptions,
): Promise<CaseRecord[]> {
  await prepareSamples(suite.contract);
  const { first, cases, last, canEvaluate } = selectCases(suite, selection);
  const session = new Session(suite.rules, target);
  session.onExchange = onExchange;
  session.keepsTraffic = keepsTraffic;
  const end = () => {
    session.isEnding = true;
  };
  signal?.addEventListener('abort', end, { once: true });
  const records: CaseRecord[] = [];
  let isStopped = false;
  const run = async (one: Case) => {
    if (isStopped || signal?.aborted) return;
    try {
      const record = await runCase(session, one, canEvaluate);
      records.push(record);
      onCase?.(record);
    } catch (error) {
      isStopped = true;
      throw error;
    }
  };
  try {
    await run(first);
    const chosen = cases.filter(only);
    for (const now of STAGES) {
      const queue = chosen.filter(({ stage }) => stage === now).values();
      const work = async () => {
        for (const one of queue) await run(one);
      };
      await Promise.all(Array.from({ length: concurrency }, work));
    }
    await run(last);
  } finally {
    session.close();
  }
  return records;
}

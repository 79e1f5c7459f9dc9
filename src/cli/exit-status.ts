import type { RunResult } from '../run-result/run-result.ts';

/** The exit statuses of a command. */
export const exitStatusOf = {
  conforming: 0,
  nonconforming: 1,
  /** Usage or configuration. */
  usage: 2,
  incomplete: 3,
  unreachable: 4,
  /** A fault of the suite itself (EX_SOFTWARE). */
  fault: 70,
} as const;

const OF_GATE = {
  passed: exitStatusOf.conforming,
  failed: exitStatusOf.nonconforming,
  incomplete: exitStatusOf.incomplete,
};

/** The exit status of a run. */
export function exitStatusOfRun({ stop, gate, verdict }: Pick<RunResult, 'stop' | 'gate' | 'verdict'>): number {
  if (stop?.reason === 'gone') return exitStatusOf.unreachable;
  return gate ? OF_GATE[gate.outcome] : exitStatusOf[verdict];
}

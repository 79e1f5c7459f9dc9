import type { RunResult } from '../run-result/run-result.ts';

export const exitStatusOf = {
  conforming: 0,
  nonconforming: 1,
  /** Error in the command or the configuration. */
  usage: 2,
  incomplete: 3,
  unreachable: 4,
  /** Defect of the suite itself (EX_SOFTWARE). */
  fault: 70,
} as const;

const OF_GATE = {
  passed: exitStatusOf.conforming,
  failed: exitStatusOf.nonconforming,
  incomplete: exitStatusOf.incomplete,
};

export function exitStatusOfRun({ stop, gate, verdict }: Pick<RunResult, 'stop' | 'gate' | 'verdict'>): number {
  if (stop?.reason === 'gone') return exitStatusOf.unreachable;
  return gate ? OF_GATE[gate.outcome] : exitStatusOf[verdict];
}

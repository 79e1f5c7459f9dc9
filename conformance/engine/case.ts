import type { Operation } from '../../src/contract/document/operation.ts';
import type { CaseRecord } from '../../src/run-result/case-record.ts';
import type { Probe } from './probe.ts';
import type { Scope } from './scope.ts';
import type { Session } from './session.ts';

/** The order of the cases: a stage begins when all cases of the previous stages have ended. */
export const STAGES = [undefined, 'closing', 'final'] as const;

/** One test of the contract. */
export interface Case {
  /** Stable and unique within the suite, also if the title changes: `createThing/accepts/minimal`. */
  readonly id: string;
  /** A sentence. */
  readonly title: string;
  /** The rules that the case decides; the first one is the main rule. */
  readonly rules: readonly string[];
  readonly operation?: Operation | undefined;
  /** The operations of the case, if there are several. */
  readonly operations?: readonly string[];
  /** Tags that select the case. */
  readonly tags?: readonly string[];
  /** True for an invalid request that follows from the schema of the document. */
  readonly isNegative?: true;
  /** Probes that must succeed; otherwise the case is untestable. */
  readonly needs?: readonly Probe[];
  /** The stage of the case; the first one if absent. */
  readonly stage?: 'closing' | 'final';
  /** Sends requests and reports findings. @throws Untestable if a precondition is missing */
  run(scope: Scope): Promise<void>;
  /** The part of the case record about the whole run. */
  observed?(session: Session): Pick<CaseRecord, 'titles'>;
}

import type { Operation } from '../../src/contract/document/operation.ts';
import type { CaseRecord } from '../../src/run-result/case-record.ts';
import type { Probe } from './probe.ts';
import type { Scope } from './scope.ts';
import type { Session } from './session.ts';

/** The stages of a run. A stage begins when all cases of the previous stages have ended. */
export const STAGES = [undefined, 'closing', 'final'] as const;

/** One case of the suite, which tests rules of the contract with one or more requests. */
export interface Case {
  /**
   * An ID that is unique within the suite, such as `createThing/accepts/minimal`, and stays the same if the title
   * changes.
   */
  readonly id: string;
  /** The requirement that the case tests, as a sentence without a full stop. */
  readonly title: string;
  /** The IDs of the rules that the case tests. The first ID is the main rule of the case. */
  readonly rules: readonly string[];
  readonly operation?: Operation | undefined;
  /** The operationIds, if the case tests several operations. */
  readonly operations?: readonly string[];
  /** Tags by which a user can select the case. */
  readonly tags?: readonly string[];
  /** True if the case sends an invalid request that is derived from the schemas of the document. */
  readonly isNegative?: true;
  /** Probes that must succeed before the case runs; if a probe fails, the case is untestable. */
  readonly needs?: readonly Probe[];
  /** The stage in which the case runs; the first stage if absent. */
  readonly stage?: 'closing' | 'final';
  /** Sends requests and reports findings. @throws Untestable if a precondition is missing */
  run(scope: Scope): Promise<void>;
  /**
   * Returns the titles of the problem documents in all responses of the run. The runner adds the titles to the record
   * of the case.
   */
  observed?(session: Session): Pick<CaseRecord, 'titles'>;
}

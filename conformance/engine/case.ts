import type { Operation } from '../../src/contract/document/operation.ts';
import type { CaseRecord } from '../../src/run-result/case-record.ts';
import type { Probe } from './probe.ts';
import type { Scope } from './scope.ts';
import type { Session } from './session.ts';

/** The cases of a stage run when those before have ended: `final` ones change nothing that another case looks at. */
export const STAGES = [undefined, 'closing', 'final'] as const;

/** One test of the contract. */
export interface Case {
  /** Stable, whatever the title says; unique within the suite: `createThing/accepts/minimal`. */
  readonly id: string;
  /** A sentence. */
  readonly title: string;
  /** The rules that it decides, the first one above all. */
  readonly rules: readonly string[];
  readonly operation?: Operation | undefined;
  /** Its operations, if there are several. */
  readonly operations?: readonly string[];
  /** Names by which it can be selected. */
  readonly tags?: readonly string[];
  /** Without these properties of the target, the case is untestable. */
  readonly needs?: readonly Probe[];
  /** When it runs: after all cases of the stages before. The first stage when absent. */
  readonly stage?: 'closing' | 'final';
  /** Sends what it needs and says what it finds. @throws Untestable when something it needs is missing */
  run(scope: Scope): Promise<void>;
  /** The part of its record about the run as a whole. */
  observed?(session: Session): Pick<CaseRecord, 'titles'>;
}

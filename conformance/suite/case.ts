import type { Operation } from '../../src/contract/operation.ts';
import type { ShownExchange } from '../target/redact.ts';
import type { ProblemTitles } from './behaviours/problems.ts';
import type { Sighting } from './coverage.ts';
import type { Finding } from './finding.ts';
import type { Trace } from './leftovers.ts';
import type { JudgedExchange, Scope } from './scope.ts';
import type { Session, Stop } from './session.ts';

/** One test of the contract. */
export interface Case {
  /** A sentence; unique within the suite. */
  readonly title: string;
  /** The rules that it decides, the first one above all. */
  readonly rules: readonly string[];
  readonly operation?: Operation | undefined;
  /** Those that it is about, where it is about several. */
  readonly operations?: readonly string[];
  /** Names by which it can be selected. */
  readonly tags?: readonly string[];
  /** Sends what it needs and says what it finds. @throws Untestable when something it needs is missing */
  run(scope: Scope): Promise<void>;
  /** What its record says of the run as a whole. */
  observed?(session: Session): Pick<CaseRecord, 'titles'>;
}

/** What came of a case: plain data. */
export interface CaseRecord {
  readonly title: string;
  readonly rules: readonly string[];
  readonly operationId?: string;
  readonly findings: readonly Finding[];
  /** Kept where something is broken. */
  readonly exchanges: readonly ShownExchange[];
  /** What made the things that it shares with other cases; kept with the exchanges. */
  readonly setup?: readonly ShownExchange[];
  /** Requests that it sent. */
  readonly requests: number;
  /** All that it sent, as `findings` count it, with whatever secrets are in it; kept where the run is asked to. */
  readonly traffic?: readonly JudgedExchange[];
  /** What the run left behind and used up since the last case. */
  readonly traces?: readonly Trace[];
  /** What the run showed of the document for the first time since the last case. */
  readonly sightings?: readonly Sighting[];
  /** The titles of problems that the run saw; kept by the case that judges them. */
  readonly titles?: ProblemTitles;
  /** Where the run has ended before its time. */
  readonly stop?: Stop;
}

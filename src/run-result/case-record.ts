import type { Sighting } from '../contract/document/coverage-points.ts';
import type { Finding } from './finding.ts';
import type { Trace } from './trace.ts';
import type { JudgedExchange } from './wire.ts';

/** Request and response in the form that a report may show. */
export interface ShownExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  readonly durationMs: number;
  /** Time of the request (RFC 3339). */
  readonly startedAt: string;
}

/**
 * Reason of an early end. `gone`: the target stopped responding. `silent`: many requests got no response.
 * `failing`: the target responds with a server error to every request. `throttled`: the target rejects too many requests with 429 or 503. `unknown`: no path of the contract exists. `refused`: the target
 * does not accept the API key.
 */
export interface Stop {
  readonly reason: 'gone' | 'silent' | 'failing' | 'throttled' | 'unknown' | 'refused';
  /** Reason as a sentence without a full stop. */
  readonly message: string;
  /** Requests in progress when the target stopped responding; one of them may be the cause. */
  readonly unanswered?: readonly ShownExchange['request'][];
}

/** Titles of the problems in a run, by type. */
export type ProblemTitles = Readonly<Record<string, readonly string[]>>;

/** Result of a case, as plain data. */
export interface CaseRecord {
  /** Stable ID of the case. */
  readonly id: string;
  readonly title: string;
  readonly rules: readonly string[];
  readonly operationId?: string;
  /** True for an invalid request that follows from the schema of the document. */
  readonly isNegative?: true;
  readonly findings: readonly Finding[];
  /** Exchanges of the case; kept if it has a failure. */
  readonly exchanges: readonly ShownExchange[];
  /** Exchanges that created the records that the case shares with other cases; kept with the exchanges. */
  readonly setup?: readonly ShownExchange[];
  /** Number of requests of the case. */
  readonly requests: number;
  /** Sum of the times of the requests. */
  readonly durationMs?: number;
  /** Exchanges of the case, in the numbering of `findings`, with secrets; present on request. */
  readonly traffic?: readonly JudgedExchange[];
  /** Records that the run created or deleted since the last case. */
  readonly traces?: readonly Trace[];
  /** Sides of coverage points that no earlier case reached. */
  readonly sightings?: readonly Sighting[];
  /** Titles of the problems in the run; kept by the case that evaluates them. */
  readonly titles?: ProblemTitles;
  /** Present if the run has ended early. */
  readonly stop?: Stop;
  /** Setting that the target contradicts, such as a fixture that it does not have; a sentence without a full stop. */
  readonly misconfiguration?: string;
}

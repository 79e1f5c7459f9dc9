import type { Sighting } from '../contract/document/coverage-points.ts';
import type { Finding } from './finding.ts';
import type { Trace } from './trace.ts';
import type { JudgedExchange } from './wire.ts';

/** Request and response without secrets and with shortened bodies, as a report may show them. */
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
 * Reason why a run ended before its last case. `gone`: the target stopped responding. `silent`: many requests to the
 * target got no response. `failing`: the target responds with a server error to every request. `throttled`: the target
 * rejects too many requests with 429 or 503. `excessive`: the responses have more characters in total than a run may
 * read or compare. `unknown`: the target responds with 404 to every path of the contract. `refused`: the target does
 * not accept the API key.
 */
export interface Stop {
  readonly reason: 'gone' | 'silent' | 'failing' | 'throttled' | 'excessive' | 'unknown' | 'refused';
  /** Reason why the run ended early, as a sentence without a full stop. */
  readonly message: string;
  /** Requests in progress when the target stopped responding; one of these requests may have stopped the target. */
  readonly unanswered?: readonly ShownExchange['request'][];
}

/** Values of `title` in the problem documents of a run, by problem type. */
export type ProblemTitles = Readonly<Record<string, readonly string[]>>;

/** Result of a test case, as plain data. */
export interface CaseRecord {
  /** ID of the test case, which stays the same between versions of the suite. */
  readonly id: string;
  readonly title: string;
  readonly rules: readonly string[];
  readonly operationId?: string;
  /** True for a case that sends an invalid request generated from a schema of the OpenAPI document. */
  readonly isNegative?: true;
  readonly findings: readonly Finding[];
  /** Exchanges of the case; present if the case has a failure. */
  readonly exchanges: readonly ShownExchange[];
  /** Exchanges that created the records which this case shares with other cases; present if this case has a failure. */
  readonly setup?: readonly ShownExchange[];
  /** Number of requests that the case sent. */
  readonly requests: number;
  /** Total duration of the requests of the case, in milliseconds. */
  readonly durationMs?: number;
  /**
   * All exchanges of the case, including secrets; `findings` refer to exchanges by their index in this list. The list
   * is absent unless the caller requests all exchanges.
   */
  readonly traffic?: readonly JudgedExchange[];
  /** Records that the run created or deleted after the end of the previous case. */
  readonly traces?: readonly Trace[];
  /** Sides of coverage points that this case was the first to reach. */
  readonly sightings?: readonly Sighting[];
  /** Titles of the problem documents of the run; present in the record of the case that evaluates all titles. */
  readonly titles?: ProblemTitles;
  /** Reason why the run ended early; absent if the run did not end early. */
  readonly stop?: Stop;
  /**
   * Description of a setting that is wrong for the target, such as a fixture that the target does not have; a sentence
   * without a full stop.
   */
  readonly misconfiguration?: string;
}

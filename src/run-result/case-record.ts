import type { Sighting } from '../contract/document/coverage-points.ts';
import type { Finding } from './finding.ts';
import type { Trace } from './trace.ts';
import type { JudgedExchange } from './wire.ts';

/** A request and its response as a report may show them. */
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
  /** When the request was sent, RFC 3339. */
  readonly startedAt: string;
}

/**
 * Why a run ends early. `gone`: the target stopped responding. `silent`: it is there, but leaves many requests without
 * a response. `throttled`: it has no time for the run. `unknown`: none of its paths exists. `refused`: it does not
 * know the API key.
 */
export interface Stop {
  readonly reason: 'gone' | 'silent' | 'throttled' | 'unknown' | 'refused';
  /** One sentence, without a full stop. */
  readonly message: string;
  /** Requests under way when the target went: it may have died of one of these. */
  readonly unanswered?: readonly ShownExchange['request'][];
}

/** The titles that a run saw for each problem type. */
export type ProblemTitles = Readonly<Record<string, readonly string[]>>;

/** The result of one case: plain data. */
export interface CaseRecord {
  /** The stable id of the case. */
  readonly id: string;
  readonly title: string;
  readonly rules: readonly string[];
  readonly operationId?: string;
  readonly findings: readonly Finding[];
  /** Kept if something is broken. */
  readonly exchanges: readonly ShownExchange[];
  /** The exchanges that created what the case shares with other cases; kept with the exchanges. */
  readonly setup?: readonly ShownExchange[];
  /** Requests that the case sent. */
  readonly requests: number;
  /** Everything that was sent, as `findings` count it, secrets included; kept if the run is asked to. */
  readonly traffic?: readonly JudgedExchange[];
  /** Lasting changes of the run since the last case. */
  readonly traces?: readonly Trace[];
  /** Sides of the document that the run showed for the first time since the last case. */
  readonly sightings?: readonly Sighting[];
  /** The titles of problems that the run saw; kept by the case that evaluates them. */
  readonly titles?: ProblemTitles;
  /** Present if the run has ended early. */
  readonly stop?: Stop;
}

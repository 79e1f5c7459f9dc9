import type { Basis } from '../contract/document/rule.ts';
import type { Place } from '../contract/document/rule-places.ts';
import type { Requirement } from '../contract/requirement.ts';
import type { ShownExchange } from './case-record.ts';
import type { WaiverNote } from './waivers/waiver.ts';

/**
 * Outcome of a requirement or of one of its cases.
 *
 * `waived`: a waiver accepts the failure. `warned`: a SHOULD does not hold, or the requirement failed and does not
 * affect the verdict. `untestable`: a precondition of the test is missing. `notApplicable`: the requirement is
 * excluded, not selected, or not enabled by the configuration.
 */
export type Outcome = 'passed' | 'failed' | 'warned' | 'waived' | 'untestable' | 'notApplicable';

export type Counts = Readonly<Record<Outcome, number>>;

export function countOutcomes(results: readonly { readonly outcome: Outcome }[]): Counts {
  const counts = { passed: 0, failed: 0, warned: 0, waived: 0, untestable: 0, notApplicable: 0 };
  for (const { outcome } of results) counts[outcome]++;
  return counts;
}

const BROKEN: ReadonlySet<Outcome> = new Set(['failed', 'warned']);

/** True if the outcome is a failure or a warning. */
export function isBroken({ outcome }: { readonly outcome: Outcome }): boolean {
  return BROKEN.has(outcome);
}

export type Headers = Readonly<Record<string, string>>;

/**
 * Response of the mock to the request that failed at the target, or the reason why the request was not sent to the
 * mock. The response contains the identifiers of the target in place of the identifiers of the mock.
 */
export interface Reference {
  readonly response?: Exchange['response'];
  /** Reason, as a sentence. */
  readonly unavailable?: string;
}

/** Request and its response, with `$CONTRACT_API_KEY` or a description in place of each API key. */
export interface Exchange extends Omit<ShownExchange, 'startedAt'>, Partial<Pick<ShownExchange, 'startedAt'>> {
  readonly reference?: Reference;
}

/** Result of a case for one requirement, or a summary of the responses of several cases. */
export interface CaseResult {
  /** Stable ID of the case; absent if the entry summarizes responses of several cases. */
  readonly id?: string;
  readonly title: string;
  readonly operationId?: string;
  readonly outcome: Outcome;
  /** Basis of the violated part of the requirement, if it differs from the basis of the whole requirement. */
  readonly basis?: Basis;
  /** Message about the outcome; begins with the ID of the requirement. */
  readonly message?: string;
  readonly expected?: string;
  readonly actual?: string;
  /** JSON Pointer to the unexpected value in the body of the last response. */
  readonly pointer?: string;
  /** Exchanges of the case up to the failing exchange, in order; present if the case did not pass. */
  readonly exchanges: readonly Exchange[];
  /** Command that repeats the failing request. */
  readonly curl?: string;
  /** Command that repeats a finding of an exploration. */
  readonly replay?: string;
  /** Stable name of the failure, for waivers. */
  readonly deviation?: string;
  /** Waiver of the deviation. */
  readonly waiver?: WaiverNote;
}

/** Requirement with its result. The message and the exchanges are from the case that shows the failure most clearly. */
export interface RequirementResult
  extends Pick<Requirement, 'id' | 'title' | 'level' | 'basis' | 'clause' | 'text' | 'operationId' | 'tags' | 'since'>,
    Pick<CaseResult, 'outcome' | 'message' | 'expected' | 'actual' | 'pointer' | 'exchanges' | 'curl' | 'replay'> {
  /** Position among the requirements that failed or warned; a developer should fix rank 1 first. */
  readonly rank?: number;
  /** Total duration of the cases whose main rule is this requirement, in milliseconds. */
  readonly durationMs?: number;
  /**
   * Reason why the contract contains the requirement: plain text with code between backticks; absent if
   * spec/requirements.yaml contains no reason.
   */
  readonly reason?: string;
  /**
   * Path of the documentation page about the requirement, relative to the root of this repository and of its npm
   * package.
   */
  readonly page?: string;
  /**
   * `known`: the baseline contains the same failure. `new`: the baseline does not contain the same failure. A run
   * without a baseline and a requirement that passed have neither value.
   */
  readonly sinceBaseline?: 'known' | 'new';
  /** Positions in the OpenAPI document that name the rule, the best match first; absent if the requirement passed. */
  readonly places?: readonly Place[];
  /** Cases of the requirement: first the cases that did not pass, the clearest example first; then the passed cases. */
  readonly cases: readonly CaseResult[];
}

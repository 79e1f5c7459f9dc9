import type { Basis } from '../contract/document/rule.ts';
import type { Place } from '../contract/document/rule-places.ts';
import type { Requirement } from '../contract/requirement.ts';
import type { ShownExchange } from './case-record.ts';
import type { WaiverNote } from './waivers/waiver.ts';

/**
 * Outcome of a requirement or of one of its cases.
 *
 * `waived`: a failure with a waiver. `warned`: a SHOULD does not hold, or a requirement that does not decide the verdict.
 * `untestable`: a precondition is missing. `notApplicable`: excluded, not selected, or not enabled by the configuration.
 */
export type Outcome = 'passed' | 'failed' | 'warned' | 'waived' | 'untestable' | 'notApplicable';

export type Counts = Readonly<Record<Outcome, number>>;

export function countOutcomes(results: readonly { readonly outcome: Outcome }[]): Counts {
  const counts = { passed: 0, failed: 0, warned: 0, waived: 0, untestable: 0, notApplicable: 0 };
  for (const { outcome } of results) counts[outcome]++;
  return counts;
}

const BROKEN: ReadonlySet<Outcome> = new Set(['failed', 'warned']);

/** True for a failure or a warning. */
export function isBroken({ outcome }: { readonly outcome: Outcome }): boolean {
  return BROKEN.has(outcome);
}

export type Headers = Readonly<Record<string, string>>;

/**
 * Response of the mock to a failing request, with the identifiers of the target; or the reason why the mock did not get
 * the request.
 */
export interface Reference {
  readonly response?: Exchange['response'];
  /** Reason, as a sentence. */
  readonly unavailable?: string;
}

/** Request and its response. API keys are replaced by `$CONTRACT_API_KEY` or a description. */
export interface Exchange extends Omit<ShownExchange, 'startedAt'>, Partial<Pick<ShownExchange, 'startedAt'>> {
  readonly reference?: Reference;
}

/** Test of a requirement. */
export interface CaseResult {
  /** Stable ID of the case; absent for a summary of responses. */
  readonly id?: string;
  readonly title: string;
  readonly operationId?: string;
  readonly outcome: Outcome;
  /** Basis of the violated part, if it differs from that of the requirement. */
  readonly basis?: Basis;
  /** Sentence that begins with the ID of the requirement. */
  readonly message?: string;
  readonly expected?: string;
  readonly actual?: string;
  /** JSON Pointer to the differing value in the body of the last response. */
  readonly pointer?: string;
  /** Exchanges in order, up to the failing one; kept if the case did not pass. */
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

/** Requirement with its result. Message and exchanges are those of the clearest case that did not pass. */
export interface RequirementResult
  extends Pick<Requirement, 'id' | 'title' | 'level' | 'basis' | 'clause' | 'text' | 'operationId' | 'tags' | 'since'>,
    Pick<CaseResult, 'outcome' | 'message' | 'expected' | 'actual' | 'pointer' | 'exchanges' | 'curl' | 'replay'> {
  /** Position among the requirements that failed or warned: 1 is the first to fix. */
  readonly rank?: number;
  /** Sum of the times of the cases whose main rule it is. */
  readonly durationMs?: number;
  /** Reason of the decision: plain text with code between backticks. */
  readonly reason?: string;
  /** Path of its page, in the project and in the package. */
  readonly page?: string;
  /** Comparison with the baseline, for a requirement that did not pass. */
  readonly sinceBaseline?: 'known' | 'new';
  /** Places in the contract of a rule that did not pass, the best match first. */
  readonly places?: readonly Place[];
  /** Cases of the requirement: those that did not pass, the clearest first, then the passed ones. */
  readonly cases: readonly CaseResult[];
}

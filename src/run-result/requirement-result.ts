import type { Place } from '../contract/document/rule-places.ts';
import type { Requirement } from '../contract/requirement.ts';
import type { ShownExchange } from './case-record.ts';
import type { WaiverNote } from './waivers/waiver.ts';

/**
 * What came of a requirement, or of one case of it.
 *
 * `waived`: it does not hold, and somebody answers for that until a day.
 * `warned`: a SHOULD does not hold, or a rule that this run does not gate on. `untestable`: something
 * that the test needs is missing. `notApplicable`: excluded, or asked for by no configuration.
 */
export type Outcome = 'passed' | 'failed' | 'warned' | 'waived' | 'untestable' | 'notApplicable';

export type Counts = Readonly<Record<Outcome, number>>;

export function countOutcomes(results: readonly { readonly outcome: Outcome }[]): Counts {
  const counts = { passed: 0, failed: 0, warned: 0, waived: 0, untestable: 0, notApplicable: 0 };
  for (const { outcome } of results) counts[outcome]++;
  return counts;
}

const BROKEN: ReadonlySet<Outcome> = new Set(['failed', 'warned']);

/** True if the rule, or the case, does not hold, judged or not. */
export function isBroken({ outcome }: { readonly outcome: Outcome }): boolean {
  return BROKEN.has(outcome);
}

export type Headers = Readonly<Record<string, string>>;

/**
 * What the reference mock answers to a request that showed a fault, in the target's identifiers; or why it was
 * not asked.
 */
export interface Reference {
  readonly response?: Exchange['response'];
  /** One sentence. */
  readonly unavailable?: string;
}

/** One request and its answer. API keys stand as `$CONTRACT_API_KEY` or in words. */
export interface Exchange extends Omit<ShownExchange, 'startedAt'>, Partial<Pick<ShownExchange, 'startedAt'>> {
  readonly reference?: Reference;
}

/** One test of a requirement. */
export interface CaseResult {
  /** The stable id of the case; absent for a summary of responses. */
  readonly id?: string;
  readonly title: string;
  readonly operationId?: string;
  readonly outcome: Outcome;
  /** One sentence, the rule's id first. */
  readonly message?: string;
  readonly expected?: string;
  readonly actual?: string;
  /** What was sent and answered, in order, up to what shows it; kept where the case did not pass. */
  readonly exchanges: readonly Exchange[];
  /** A command that sends the last request, which shows it, again. */
  readonly curl?: string;
  /** A command that finds it again, where it was found by exploration. */
  readonly replay?: string;
  /** The name of the way in which it does not hold, the same in every run: what a waiver names. */
  readonly deviation?: string;
  /** Why that does not count. */
  readonly waiver?: WaiverNote;
}

/** A rule and what came of it: its message and exchanges are those of its first case that did not pass. */
export interface RequirementResult
  extends Pick<Requirement, 'id' | 'title' | 'level' | 'basis' | 'clause' | 'text' | 'operationId'>,
    Pick<CaseResult, 'outcome' | 'message' | 'expected' | 'actual' | 'exchanges' | 'curl' | 'replay'> {
  /** Why the contract decided so: plain text, code between backticks. */
  readonly reason?: string;
  /** Path of its page, in the project and in the package. */
  readonly page?: string;
  /** Of one that did not pass, where the run has a baseline: whether that was so then. */
  readonly sinceBaseline?: 'known' | 'new';
  /** Where a rule that did not pass stands in the contract, the place that fits best first. */
  readonly places?: readonly Place[];
  /** Every case that was run for it, also those that passed. */
  readonly cases: readonly CaseResult[];
}

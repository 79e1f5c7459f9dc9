import type { Basis } from '../contract/document/rule.ts';
import type { Place } from '../contract/document/rule-places.ts';
import type { Level } from '../contract/requirement.ts';
import type { Baseline, BaselineResult } from './baseline.ts';
import type { CaseRecord } from './case-record.ts';
import type { Comparison } from './comparison.ts';
import type { RunCoverage } from './coverage.ts';
import type { Exploration } from './exploration.ts';
import type { Referee } from './referee.ts';
import type { CreatedData } from './trace.ts';
import type { WaiverNote, WaiversResult } from './waiver.ts';

/** Version of the shape of `report.json`. */
export const SCHEMA_VERSION = 1;

/**
 * What came of a requirement, or of one case of it.
 *
 * `waived`: it does not hold, and somebody answers for that until a day.
 * `warned`: a SHOULD does not hold, or a rule that this run does not gate on. `untestable`: something
 * that the test needs is missing. `notApplicable`: excluded, or asked for by no configuration.
 */
export type Outcome = 'passed' | 'failed' | 'warned' | 'waived' | 'untestable' | 'notApplicable';

/** `incomplete`: nothing failed, but a MUST could not be tested, nor, where only others were to be judged, any of them. */
export type Verdict = 'conforming' | 'nonconforming' | 'incomplete';

/** `incomplete`: nothing fails the run, but something that could have was not tested. */
export type GateOutcome = 'passed' | 'failed' | 'incomplete';

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
export interface Exchange {
  readonly request: { readonly method: string; readonly url: string; readonly headers: Headers; readonly body: string };
  readonly response: { readonly status: number; readonly headers: Headers; readonly body: string };
  readonly durationMs: number;
  /** When the request was sent, RFC 3339. */
  readonly startedAt?: string;
  readonly reference?: Reference;
}

/** One test of a requirement. */
export interface CaseResult {
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
export interface RequirementResult {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  readonly basis: Basis;
  readonly clause?: string;
  readonly text: string;
  /** Why the contract decided so: plain text, code between backticks. */
  readonly reason?: string;
  /** Path of its page, in the project and in the package. */
  readonly page?: string;
  readonly operationId?: string;
  readonly outcome: Outcome;
  readonly message?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly exchanges: readonly Exchange[];
  readonly curl?: string;
  readonly replay?: string;
  /** Of one that did not pass, where the run has a baseline: whether that was so then. */
  readonly sinceBaseline?: 'known' | 'new';
  /** Where a rule that did not pass stands in the contract, the place that fits best first. */
  readonly places?: readonly Place[];
  /** Every case that was run for it, also those that passed. */
  readonly cases: readonly CaseResult[];
}

export type Counts = Readonly<Record<Outcome, number>>;

/** The result of one run against one target: plain data, the source of every rendering. */
export interface RunResult {
  readonly schemaVersion: number;
  readonly suite: { readonly name: string; readonly version: string };
  readonly contract: {
    readonly title: string;
    readonly version: string;
    readonly sha256: string;
    /** Of the document, relative to the project: `spec/openapi.yaml`. */
    readonly file?: string;
  };
  readonly target: {
    readonly baseUrl: string;
    /** It was a mock that the run itself started. */
    readonly embedded?: true;
    /** The file of certificates that were trusted besides the usual ones, as the run was given it. */
    readonly ca?: string;
    /** Names of the headers that every request had besides; their values are in no output. */
    readonly headers?: readonly string[];
  };
  /** RFC 3339. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** `documented`: decided rules are reported, but not judged. */
  readonly basis: 'documented' | 'all';
  readonly verdict: Verdict;
  /** What the run was narrowed to; absent where it judged everything. Requirements beyond it are not applicable. */
  readonly selection?: {
    readonly only: readonly string[];
    readonly skip: readonly string[];
    readonly requirements: number;
    readonly ofRequirements: number;
    readonly cases: number;
    readonly ofCases: number;
  };
  /** What was made up beside the fixed cases; absent where nothing was. */
  readonly exploration?: Exploration & {
    /** What was run, without the flags of the exploration. */
    readonly command: string;
  };
  /** The part of a run that this is; `report merge` makes the whole of all of them. */
  readonly shard?: {
    /** From 1. */
    readonly index: number;
    readonly count: number;
    /** What its cases found. */
    readonly records: readonly CaseRecord[];
    /** What the whole run is to be compared with. */
    readonly baseline?: Baseline;
  };
  /** In every name that the run made, but those of a given length. */
  readonly runId?: string;
  /** What the run made and no operation can delete. */
  readonly leftovers?: readonly CreatedData[];
  /** Installations that the run deleted. */
  readonly installationsUsed?: readonly string[];
  /** What came of the `cleanup` hook, which was given all of that; absent where there is none. */
  readonly cleanup?: { readonly outcome: 'done' | 'failed'; readonly message?: string };
  /** What the traffic showed of the contract. */
  readonly coverage?: RunCoverage;
  /** What another tool says of the same exchanges, where it was asked. */
  readonly referee?: Referee;
  /** Absent where none were given. */
  readonly waivers?: WaiversResult;
  /** Absent where none was given. */
  readonly baseline?: BaselineResult;
  /**
   * What decides the exit status where waivers or a baseline were given; elsewhere, the verdict does. The verdict is
   * about the target, the gate about what has been agreed on.
   */
  readonly gate?: { readonly outcome: GateOutcome; readonly reasons: readonly string[] };
  /** How it differs from another target, where it was compared with one. */
  readonly against?: Comparison;
  /** Why the run ended before its time; what it had not come to is untestable. */
  readonly stop?: {
    readonly reason: 'gone' | 'silent' | 'throttled' | 'unknown' | 'refused' | 'interrupted';
    readonly message: string;
    /** What was under way when the target stopped answering: it may have died of one of these. */
    readonly unanswered?: readonly Exchange['request'][];
  };
  /** Of requirements. */
  readonly counts: Counts;
  /** Of checks: a case counts once for each rule that it judged. */
  readonly caseCounts: Counts;
  /** Requests that the cases sent, without the few that several of them share. */
  readonly requests: number;
  readonly requirements: readonly RequirementResult[];
}

export function countOutcomes(results: readonly { readonly outcome: Outcome }[]): Counts {
  const counts = { passed: 0, failed: 0, warned: 0, waived: 0, untestable: 0, notApplicable: 0 };
  for (const { outcome } of results) counts[outcome]++;
  return counts;
}

import type { CaseRecord, Stop } from './case-record.ts';
import type { AnswerDifference } from './comparison/response-shapes.ts';
import type { RunCoverage } from './coverage.ts';
import type { Exploration } from './exploration.ts';
import type { Referee } from './referee.ts';
import type { Counts, RequirementResult } from './requirement-result.ts';
import type { CreatedData } from './trace.ts';
import type { WaiversResult } from './waivers/waiver.ts';

/** Version of the shape of `report.json`. */
export const SCHEMA_VERSION = 1;

/** `incomplete`: nothing failed, but a MUST could not be tested, nor, where only others were to be judged, any of them. */
export type Verdict = 'conforming' | 'nonconforming' | 'incomplete';

/** `incomplete`: nothing fails the run, but something that could have was not tested. */
export type GateOutcome = 'passed' | 'failed' | 'incomplete';

/** The target of a run. */
interface Target {
  readonly baseUrl: string;
  /** It was a mock that the run itself started. */
  readonly embedded?: true;
  /** The file of certificates that were trusted besides the usual ones, as the run was given it. */
  readonly ca?: string;
  /** Names of the headers that every request had besides; their values are in no output. */
  readonly headers?: readonly string[];
}

/** Which target was judged, when, by what, and with which verdict. */
export interface Side {
  readonly suite: { readonly name: string; readonly version: string };
  readonly contract: {
    readonly title: string;
    readonly version: string;
    readonly sha256: string;
    /** Path of the document, relative to the project: `spec/openapi.yaml`. */
    readonly file?: string;
  };
  readonly target: Target;
  /** RFC 3339. */
  readonly startedAt: string;
  /** `documented`: decided rules are reported, but not judged. */
  readonly basis: 'documented' | 'all';
  readonly verdict: Verdict;
}

/** An earlier run: a failure of that run is not new. */
export interface Baseline {
  /** As the user named it. */
  readonly file: string;
  readonly report: RunResult;
}

/** The comparison of a run with its baseline. */
export interface BaselineResult extends Side {
  readonly file: string;
  /** Sentences about what makes the two hard to compare. */
  readonly remarks: readonly string[];
  /** Ids of the requirements that fail as they did then. */
  readonly known: readonly string[];
  /** IDs of requirements that fail, and did not then, or not in each of these ways. */
  readonly new: readonly string[];
  /** IDs of requirements that could not be tested, or not in every case, and could then. */
  readonly untested: readonly string[];
}

/** The result of one of two targets for a requirement. */
export interface OneSide extends Pick<RequirementResult, 'outcome' | 'message' | 'expected' | 'actual'> {
  /** Ways in which it does not hold that the other one does not show. */
  readonly ownDeviations: number;
}

/** A requirement of which two targets do not show the same. */
export interface Difference extends Pick<RequirementResult, 'id' | 'title' | 'level' | 'basis'> {
  /** Where it does not hold; `both`: in different ways. */
  readonly broken: 'this' | 'other' | 'both' | 'neither';
  readonly this: OneSide;
  readonly other: OneSide;
}

/** How the target of a run differs from another one, that was judged by the same cases. */
export interface Comparison {
  readonly target: Target;
  /** Absent where it could not be judged. */
  readonly verdict?: Verdict;
  /** Why it could not be judged: one sentence. */
  readonly unavailable?: string;
  readonly differences: readonly Difference[];
  /** Requirements of which both show the same. */
  readonly same: number;
  /** Answers that differ where nothing is broken. */
  readonly answers: readonly AnswerDifference[];
  /** What the run left behind there, and where that is listed: a sentence. Absent where nothing lasts. */
  readonly leftBehind?: string;
}

/** The result of one run against one target: plain data, the source of every rendering. */
export interface RunResult extends Side {
  readonly schemaVersion: number;
  readonly durationMs: number;
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
    /** The findings of its cases. */
    readonly records: readonly CaseRecord[];
    /** What the whole run is to be compared with. */
    readonly baseline?: Baseline;
  };
  /** In every name that the run made, but those of a given length. */
  readonly runId?: string;
  /** The created test data that no operation can delete. */
  readonly leftovers?: readonly CreatedData[];
  /** Ids of the records of a kind that the run deleted: `orderLinesUsed`. */
  readonly [used: `${string}Used`]: readonly string[] | undefined;
  /** What came of the `cleanup` hook, which was given all of that; absent where there is none. */
  readonly cleanup?: { readonly outcome: 'done' | 'failed'; readonly message?: string };
  /** The coverage of the contract by the traffic. */
  readonly coverage?: RunCoverage;
  /** The opinion of another tool about the same exchanges, with `--referee`. */
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
  readonly stop?: Omit<Stop, 'reason'> & { readonly reason: Stop['reason'] | 'interrupted' };
  /** Numbers of requirements. */
  readonly counts: Counts;
  /** Numbers of test cases: a case counts once for each rule that it judged. */
  readonly caseCounts: Counts;
  /** Requests that the cases sent, without the few that several of them share. */
  readonly requests: number;
  readonly requirements: readonly RequirementResult[];
}

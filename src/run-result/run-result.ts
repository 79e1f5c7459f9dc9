import type { CaseRecord, Stop } from './case-record.ts';
import type { ResponseDifference } from './comparison/response-shapes.ts';
import type { RunCoverage } from './coverage.ts';
import type { Exploration } from './exploration.ts';
import type { Referee } from './referee.ts';
import type { Counts, RequirementResult } from './requirement-result.ts';
import type { CreatedData } from './trace.ts';
import type { WaiversResult } from './waivers/waiver.ts';

/** Version of the structure of `report.json`. */
export const SCHEMA_VERSION = 1;

/** Verdict. `incomplete`: nothing failed, but a MUST, or every selected requirement, could not be tested. */
export type Verdict = 'conforming' | 'nonconforming' | 'incomplete';

/** Outcome of the gate. `incomplete`: nothing failed, but a requirement that decides could not be tested. */
export type GateOutcome = 'passed' | 'failed' | 'incomplete';

interface Target {
  readonly baseUrl: string;
  /** Present if the run started the target itself, as an embedded mock. */
  readonly embedded?: true;
  /** File with additional trusted certificates, as configured. */
  readonly ca?: string;
  /** Names of the additional headers of every request. No output contains their values. */
  readonly headers?: readonly string[];
}

/** Target, time, contract and verdict of a run. */
export interface Side {
  readonly suite: {
    readonly name: string;
    readonly version: string;
    /** URL of the files of this version, with the documentation; absent if it is not published. */
    readonly url?: string;
  };
  readonly contract: {
    readonly title: string;
    readonly version: string;
    readonly sha256: string;
    /** Path of the document, relative to the project: `spec/openapi.yaml`. */
    readonly file?: string;
  };
  readonly target: Target;
  /** Start of the run (RFC 3339). */
  readonly startedAt: string;
  /** Requirements that decide the verdict. `documented`: decided ones are only reported. */
  readonly basis: 'documented' | 'all';
  readonly verdict: Verdict;
}

/** Earlier run. Its failures are known and do not fail the new run. */
export interface Baseline {
  /** Path as the user wrote it. */
  readonly file: string;
  readonly report: RunResult;
}

/** Comparison of a run with its baseline. */
export interface BaselineResult extends Side {
  readonly file: string;
  /** Sentences about differences that limit the comparison. */
  readonly remarks: readonly string[];
  /** IDs of requirements that fail as in the baseline. */
  readonly known: readonly string[];
  /** IDs of requirements with failures that the baseline does not accept. */
  readonly new: readonly string[];
  /** IDs among `new` whose failures were waived in the baseline; absent in reports of earlier versions. */
  readonly waived?: readonly string[];
  /** IDs among `new` that the suite of the baseline did not have; absent in reports of earlier versions. */
  readonly added?: readonly string[];
  /** IDs of requirements with untestable cases that the baseline does not contain. */
  readonly untested: readonly string[];
}

/** Result of one of two targets for a requirement. */
export interface OneSide extends Pick<RequirementResult, 'outcome' | 'message' | 'expected' | 'actual'> {
  /** Number of deviations that the other target does not have. */
  readonly ownDeviations: number;
}

/** Requirement with different results at two targets. */
export interface Difference extends Pick<RequirementResult, 'id' | 'title' | 'level' | 'basis'> {
  /** Targets where the requirement fails; `both`: in different ways. */
  readonly broken: 'this' | 'other' | 'both' | 'neither';
  readonly this: OneSide;
  readonly other: OneSide;
}

/** Differences from a second target that was judged with the same cases. */
export interface Comparison {
  readonly target: Target;
  /** Absent if the second target could not be judged. */
  readonly verdict?: Verdict;
  /** Reason why the second target could not be judged, as a sentence without a full stop. */
  readonly unavailable?: string;
  readonly differences: readonly Difference[];
  /** Number of requirements without a difference. */
  readonly same: number;
  /** Differences between responses in cases without a failure. */
  readonly answers: readonly ResponseDifference[];
  /** Sentence about records that the run created there and did not delete; absent if nothing remains. */
  readonly leftBehind?: string;
}

/** Result of one run against one target, as plain data: the source of every rendering. */
export interface RunResult extends Side {
  readonly schemaVersion: number;
  readonly durationMs: number;
  /** Selection; absent if the run judged everything. Other requirements are not applicable. */
  readonly selection?: {
    readonly only: readonly string[];
    readonly skip: readonly string[];
    /** Present if only cases that failed before were judged. */
    readonly lastFailed?: true;
    readonly requirements: number;
    readonly ofRequirements: number;
    readonly cases: number;
    readonly ofCases: number;
  };
  /** Generated requests in addition to the fixed cases; absent if there were none. */
  readonly exploration?: Exploration & {
    /** Command of the run, without the flags of the exploration. */
    readonly command: string;
  };
  /** Present if the run is one shard; `report merge` combines all shards. */
  readonly shard?: {
    /** Index, starting at 1. */
    readonly index: number;
    readonly count: number;
    /** Records of its cases. */
    readonly records: readonly CaseRecord[];
    /** Baseline of the combined run. */
    readonly baseline?: Baseline;
  };
  /** ID that every generated name contains, except names of a fixed length. */
  readonly runId?: string;
  /** Records that the run created and no operation can delete. */
  readonly leftovers?: readonly CreatedData[];
  /** IDs of the records of a kind that the run deleted: `orderLinesUsed`. */
  readonly [used: `${string}Used`]: readonly string[] | undefined;
  /** Outcome of the `cleanup` hook; absent without a hook. */
  readonly cleanup?: { readonly outcome: 'done' | 'failed'; readonly message?: string };
  /** Coverage of the contract by the traffic. */
  readonly coverage?: RunCoverage;
  /** Result of the independent validator, with `--referee`. */
  readonly referee?: Referee;
  /** Absent without waivers. */
  readonly waivers?: WaiversResult;
  /** Absent without a baseline. */
  readonly baseline?: BaselineResult;
  /**
   * Decision about the exit status of a run with waivers or a baseline. Without them, the verdict decides. The verdict
   * describes the target; the gate also considers the accepted deviations.
   */
  readonly gate?: { readonly outcome: GateOutcome; readonly reasons: readonly string[] };
  /** Differences from a second target, with `--against`. */
  readonly against?: Comparison;
  /** Reason of an early end. The requirements of the other cases are untestable. */
  readonly stop?: Omit<Stop, 'reason'> & { readonly reason: Stop['reason'] | 'interrupted' };
  /** Numbers of requirements. */
  readonly counts: Counts;
  /** Numbers of checks. A case counts once for each requirement that it judged. */
  readonly caseCounts: Counts;
  /** Numbers of cases; absent in reports of earlier versions. */
  readonly cases?: { readonly run: number; readonly failed: number };
  /** Number of requests of the cases, without requests that several cases share. */
  readonly requests: number;
  readonly requirements: readonly RequirementResult[];
}

import type { CaseRecord, Stop } from './case-record.ts';
import type { ResponseDifference } from './comparison/response-shapes.ts';
import type { RunCoverage } from './coverage.ts';
import type { Exploration } from './exploration.ts';
import type { Referee } from './referee.ts';
import type { Counts, RequirementResult } from './requirement-result.ts';
import type { CreatedData } from './trace.ts';
import type { WaiversResult } from './waivers/waiver.ts';

/** Version number of the structure of `report.json`. */
export const SCHEMA_VERSION = 1;

/**
 * Verdict of a run. `incomplete`: nothing failed, but the run ended early, a MUST that decides the verdict could not be
 * tested, or no requirement could be tested.
 */
export type Verdict = 'conforming' | 'nonconforming' | 'incomplete';

/**
 * Outcome of the gate. `incomplete`: nothing failed, but the run could not test a requirement that decides the outcome
 * of the gate.
 */
export type GateOutcome = 'passed' | 'failed' | 'incomplete';

interface Target {
  readonly baseUrl: string;
  /** True if the target is a mock that the run itself started. */
  readonly embedded?: true;
  /** File with additional trusted certificates, as configured. */
  readonly ca?: string;
  /** Names of the additional headers of every request. No output contains the values of the headers. */
  readonly headers?: readonly string[];
}

/** Target, time, contract and verdict of a run. */
export interface Side {
  readonly suite: {
    readonly name: string;
    readonly version: string;
    /** URL of the source files and documentation of this version of the suite; absent for an unpublished version. */
    readonly url?: string;
  };
  readonly contract: {
    readonly title: string;
    readonly version: string;
    readonly sha256: string;
    /** Path of the OpenAPI document, relative to the current folder of the run: `spec/openapi.yaml`. */
    readonly file?: string;
  };
  readonly target: Target;
  /** Start of the run (RFC 3339). */
  readonly startedAt: string;
  /**
   * Requirements that decide the verdict. `documented`: decided requirements are reported, and do not affect the
   * verdict.
   */
  readonly basis: 'documented' | 'all';
  readonly verdict: Verdict;
}

/** Report of an earlier run. A failure that the earlier report contains does not fail the new run. */
export interface Baseline {
  /** Path of the baseline, as the user wrote it. */
  readonly file: string;
  readonly report: RunResult;
}

/** Comparison of a run with its baseline. */
export interface BaselineResult extends Side {
  readonly file: string;
  /** Sentences about differences between the two runs that limit the comparison, such as another contract. */
  readonly remarks: readonly string[];
  /** IDs of requirements that fail in the same way as in the baseline. */
  readonly known: readonly string[];
  /** IDs of requirements with failures that the baseline does not accept. */
  readonly new: readonly string[];
  /**
   * IDs from `new` of requirements whose failures were waived in the baseline; absent in reports of earlier versions.
   */
  readonly waived?: readonly string[];
  /**
   * IDs from `new` of requirements that the suite of the baseline did not contain; absent in reports of earlier
   * versions.
   */
  readonly added?: readonly string[];
  /** IDs of requirements with cases that are untestable in this run, but not in the baseline. */
  readonly untested: readonly string[];
}

/** Result for a requirement at one of two compared targets. */
export interface OneSide extends Pick<RequirementResult, 'outcome' | 'message' | 'expected' | 'actual'> {
  /** Number of deviations that the other target does not have. */
  readonly ownDeviations: number;
}

/** Requirement with different results at two targets. */
export interface Difference extends Pick<RequirementResult, 'id' | 'title' | 'level' | 'basis'> {
  /**
   * Targets at which the requirement fails or warns. `both`: in different ways. `neither`: the outcomes differ, but no
   * outcome is a failure or a warning.
   */
  readonly broken: 'this' | 'other' | 'both' | 'neither';
  readonly this: OneSide;
  readonly other: OneSide;
}

/** Differences from a second target that was judged with the same cases. */
export interface Comparison {
  readonly target: Target;
  /** Verdict on the second target; absent if the second target could not be judged. */
  readonly verdict?: Verdict;
  /** Reason why the second target could not be judged, as a sentence without a full stop. */
  readonly unavailable?: string;
  readonly differences: readonly Difference[];
  /** Number of requirements with the same result at both targets. */
  readonly same: number;
  /** Differences between the responses of the two targets in cases without a failure. */
  readonly answers: readonly ResponseDifference[];
  /**
   * Sentence about records that the run created at the second target and did not delete; absent if the run deleted all
   * records.
   */
  readonly leftBehind?: string;
}

/** Result of one run against one target, as plain data: the source of every rendering. */
export interface RunResult extends Side {
  readonly schemaVersion: number;
  readonly durationMs: number;
  /**
   * Selection of cases; absent if the run judged all requirements. Requirements outside the selection are not
   * applicable.
   */
  readonly selection?: {
    readonly only: readonly string[];
    readonly skip: readonly string[];
    /** Present if the run judged only the cases that failed in an earlier report. */
    readonly lastFailed?: true;
    readonly requirements: number;
    readonly ofRequirements: number;
    readonly cases: number;
    readonly ofCases: number;
  };
  /**
   * Settings of the exploration, which sends generated requests in addition to the fixed cases; absent without an
   * exploration.
   */
  readonly exploration?: Exploration & {
    /** Command of the run, without the flags of the exploration. */
    readonly command: string;
  };
  /** Data of a shard; present if the run is one shard. `report merge` combines all shards. */
  readonly shard?: {
    /** Index, starting at 1. */
    readonly index: number;
    readonly count: number;
    /** Records of the cases of the shard. */
    readonly records: readonly CaseRecord[];
    /** Baseline of the run, which is the same in all shards. */
    readonly baseline?: Baseline;
  };
  /** ID of the run; every generated name contains this ID, except names of a fixed length. */
  readonly runId?: string;
  /** Records that the run created and no operation can delete. */
  readonly leftovers?: readonly CreatedData[];
  /** IDs of the deleted fixtures of a kind; the property name contains the kind: `orderLinesUsed`. */
  readonly [used: `${string}Used`]: readonly string[] | undefined;
  /** Outcome of the `cleanup` hook; absent if no hook is configured. */
  readonly cleanup?: { readonly outcome: 'done' | 'failed'; readonly message?: string };
  /** Coverage of the contract by the requests and responses of the run. */
  readonly coverage?: RunCoverage;
  /** Result of the independent validator; present with `--referee`. */
  readonly referee?: Referee;
  /** Absent without waivers. */
  readonly waivers?: WaiversResult;
  /** Absent without a baseline. */
  readonly baseline?: BaselineResult;
  /**
   * Decision about the exit status of a run with waivers or a baseline. Without waivers and baseline, the verdict
   * decides the exit status. The verdict
   * describes the target; the gate also considers the accepted deviations.
   */
  readonly gate?: { readonly outcome: GateOutcome; readonly reasons: readonly string[] };
  /** Differences from a second target; present with `--against`. */
  readonly against?: Comparison;
  /** Reason why the run ended before its last case. The requirements of the cases that were not run are untestable. */
  readonly stop?: Omit<Stop, 'reason'> & { readonly reason: Stop['reason'] | 'interrupted' };
  /** Numbers of requirements, by outcome. */
  readonly counts: Counts;
  /** Numbers of case results, by outcome: a case counts once for each requirement that the case judged. */
  readonly caseCounts: Counts;
  /** Number of cases that ran, and number of cases with a failure; absent in reports of earlier versions. */
  readonly cases?: { readonly run: number; readonly failed: number };
  /** Number of requests that the cases sent, without the requests that created records shared by several cases. */
  readonly requests: number;
  readonly requirements: readonly RequirementResult[];
}

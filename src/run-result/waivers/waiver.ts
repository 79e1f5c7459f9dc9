/**
 * A deviation that somebody answers for until a day: it does not fail a run. Another deviation of the same
 * requirement does.
 */
export interface Waiver {
  /** Id of the requirement. */
  readonly requirement: string;
  /** Ways in which it does not hold, as reports name them; `any-…` is what was found, in whichever case. */
  readonly deviations: readonly string[];
  readonly reason: string;
  readonly owner: string;
  /** The last day on which it is in force (UTC), `2026-12-31`. */
  readonly expires: string;
  /** Where it stands: `waivers.yaml:3:5`. */
  readonly place: string;
}

/** The waivers of a run, and where they come from. */
export interface Waivers {
  readonly file: string;
  readonly entries: readonly Waiver[];
}

/**
 * What a waiver was to a run. `used`: its deviation was seen. `unused`: what it is about was not judged in this run.
 * The others fail the run: `expired`, `unknown` (no such requirement, or one that is never judged), `duplicated`, or
 * `unneeded` (a deviation of it is gone).
 */
export type WaiverState = 'used' | 'unused' | 'expired' | 'unknown' | 'duplicated' | 'unneeded';

export interface WaiverResult extends Waiver {
  readonly state: WaiverState;
  /** What is wrong with the entry, where it stands, and what to do: one sentence. Absent where nothing is. */
  readonly message?: string;
}

/** The waivers in a report. */
export interface WaiversResult {
  readonly file: string;
  readonly entries: readonly WaiverResult[];
}

/** The waiver as a waived deviation shows it. */
export type WaiverNote = Pick<Waiver, 'reason' | 'owner' | 'expires'>;

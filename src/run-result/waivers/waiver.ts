/**
 * Accepted deviation with an owner and a last day. It does not fail a run, but other deviations of the same requirement
 * do.
 */
export interface Waiver {
  /** ID of the requirement. */
  readonly requirement: string;
  /** Deviations from reports; `any:…` matches the finding in every case. */
  readonly deviations: readonly string[];
  readonly reason: string;
  readonly owner: string;
  /** Last day on which the waiver is in force (UTC), such as `2026-12-31`. */
  readonly expires: string;
  /** Position in the file, such as `waivers.yaml:3:5`. */
  readonly place: string;
}

/** Waivers of a run, with their file. */
export interface Waivers {
  readonly file: string;
  readonly entries: readonly Waiver[];
}

/**
 * State of a waiver after a run. `used`: a deviation of it occurred. `unused`: its requirement or case was not judged.
 * The other states fail the run: `expired`, `unknown` (the requirement does not exist or is never judged), `duplicated`,
 * and `unneeded` (a deviation of it no longer occurs).
 */
export type WaiverState = 'used' | 'unused' | 'expired' | 'unknown' | 'duplicated' | 'unneeded';

export interface WaiverResult extends Waiver {
  readonly state: WaiverState;
  /** Mistake of the waiver, with its position and fix; absent if there is none. */
  readonly message?: string;
}

/** Waivers in a report. */
export interface WaiversResult {
  readonly file: string;
  readonly entries: readonly WaiverResult[];
}

/** Properties of a waiver that a report shows with the waived deviation. */
export type WaiverNote = Pick<Waiver, 'reason' | 'owner' | 'expires'>;

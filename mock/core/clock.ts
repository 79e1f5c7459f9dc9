/** The source of the current time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The clock of a sandbox: a fixed time, or the time of the machine with an offset. */
export interface ClockSetting {
  /** The fixed time (RFC 3339). */
  readonly fixed?: string;
  /** The milliseconds that the sandbox adds to the time of the machine. */
  readonly offsetMs?: number;
}

export function settingClock({ fixed, offsetMs = 0 }: ClockSetting, base: Clock): Clock {
  if (fixed !== undefined) return { now: () => new Date(fixed) };
  return offsetMs === 0 ? base : { now: () => new Date(base.now().getTime() + offsetMs) };
}

/** Largest offset of a clock: a century, as in the schema `ClockSetting`. */
const MAX_OFFSET_MS = 100 * 365.25 * 24 * 3600 * 1000;

/**
 * Returns true if the responses of the mock can contain the time of a clock with this setting: the year must be from 1
 * to 9998. A leap second in the setting is invalid, since a `Date` of JavaScript cannot represent a leap second
 * (ECMA-262 §21.4.1.32).
 */
export function isValidClock({ fixed, offsetMs = 0 }: ClockSetting, base: Clock): boolean {
  const time = fixed === undefined ? base.now().getTime() + offsetMs : Date.parse(fixed);
  const year = Number.isNaN(time) || Math.abs(offsetMs) > MAX_OFFSET_MS ? Number.NaN : new Date(time).getUTCFullYear();
  return year >= 1 && year <= 9998;
}

/** Returns a copy of the clock setting in which `ms` milliseconds are added to the fixed time or to the offset. */
export function advanced({ fixed, offsetMs = 0 }: ClockSetting, ms: number): ClockSetting {
  if (fixed !== undefined) {
    const time = new Date(Date.parse(fixed) + ms);
    // If a `Date` cannot represent the new time, the fixed time in the returned setting is the text `invalid`. The
    // caller of `advanced` rejects the text `invalid` with `isValidClock`.
    return { fixed: Number.isNaN(time.getTime()) ? 'invalid' : time.toISOString() };
  }
  return { offsetMs: offsetMs + ms };
}

/** The source of the current time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The clock of a sandbox: a fixed time, or the time of the machine with an offset. */
export interface ClockSetting {
  /** The fixed time (RFC 3339). */
  readonly fixed?: string;
  /** Milliseconds that are added to the time of the machine. */
  readonly offsetMs?: number;
}

export function settingClock({ fixed, offsetMs = 0 }: ClockSetting, base: Clock): Clock {
  if (fixed !== undefined) return { now: () => new Date(fixed) };
  return offsetMs === 0 ? base : { now: () => new Date(base.now().getTime() + offsetMs) };
}

/** Returns the setting with its time moved forward by `ms`. */
export function advanced({ fixed, offsetMs = 0 }: ClockSetting, ms: number): ClockSetting {
  if (fixed !== undefined) return { fixed: new Date(Date.parse(fixed) + ms).toISOString() };
  return { offsetMs: offsetMs + ms };
}

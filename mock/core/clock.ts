/** The source of the current time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The difference between a sandbox's time and the machine's: it stands still, or runs ahead (or behind). */
export interface ClockSetting {
  /** RFC 3339: time stands still here. */
  readonly fixed?: string;
  /** Milliseconds that are added to the machine's time. */
  readonly offsetMs?: number;
}

export function settingClock({ fixed, offsetMs = 0 }: ClockSetting, base: Clock): Clock {
  if (fixed !== undefined) return { now: () => new Date(fixed) };
  return offsetMs === 0 ? base : { now: () => new Date(base.now().getTime() + offsetMs) };
}

/** The setting whose time is later by so many milliseconds. */
export function advanced({ fixed, offsetMs = 0 }: ClockSetting, ms: number): ClockSetting {
  if (fixed !== undefined) return { fixed: new Date(Date.parse(fixed) + ms).toISOString() };
  return { offsetMs: offsetMs + ms };
}

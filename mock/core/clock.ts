/** The time that the mock goes by. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** How a sandbox's time differs from the machine's: it stands still, or runs ahead (or behind). */
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

/** The last one that was written: under load, many requests share a millisecond. */
let written = { time: Number.NaN, text: '' };

/** RFC 3339 in UTC, in milliseconds. */
export function timestamp(clock: Clock): string {
  const now = clock.now();
  const time = now.getTime();
  if (time !== written.time) written = { time, text: now.toISOString() };
  return written.text;
}

/** A timestamp after the given one, however fast the calls follow each other (D44). */
export function timestampAfter(clock: Clock, previous: string): string {
  return new Date(Math.max(clock.now().getTime(), Date.parse(previous) + 1)).toISOString();
}

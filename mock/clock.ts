/** The time that the mock goes by. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** RFC 3339 in UTC, in milliseconds. */
export function timestamp(clock: Clock): string {
  return clock.now().toISOString();
}

/** A timestamp after the given one, however fast the calls follow each other (D44). */
export function timestampAfter(clock: Clock, previous: string): string {
  return new Date(Math.max(clock.now().getTime(), Date.parse(previous) + 1)).toISOString();
}

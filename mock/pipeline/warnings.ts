import type { Response } from './http.ts';

/** Of one request; garbage may give cause for thousands. */
export const MOST_WARNINGS = 10;

/** Notes what is worth to know of a request that is answered all the same, for log and journal. */
export function warn({ locals }: Response, warnings: readonly string[]): void {
  const all = [...(locals.warnings ?? []), ...warnings];
  locals.warnings = all.length <= MOST_WARNINGS ? all : [...all.slice(0, MOST_WARNINGS - 1), 'And more.'];
}

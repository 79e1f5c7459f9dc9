import type { Response } from 'express';

/** Of one request; garbage may give cause for thousands. */
export const MOST_WARNINGS = 10;

/** Notes what is worth to know of a request that is answered all the same, for log and journal. */
export function warn(response: Response, warnings: readonly string[]): void {
  const all = [...(warningsOf(response) ?? []), ...warnings];
  response.locals.warnings = all.length <= MOST_WARNINGS ? all : [...all.slice(0, MOST_WARNINGS - 1), 'And more.'];
}

/** In the order of the pipeline; undefined when there are none. */
export function warningsOf(response: Response): readonly string[] | undefined {
  return response.locals.warnings;
}

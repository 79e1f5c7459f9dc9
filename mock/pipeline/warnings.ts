import type { Response } from './http.ts';

/**
 * Largest number of warnings that the mock keeps for a request. A malformed request can cause thousands of warnings.
 */
export const MAX_WARNINGS = 10;

/** Adds warnings about an accepted request to the log and the journal. */
export function warn({ locals }: Response, warnings: readonly string[]): void {
  const all = [...(locals.warnings ?? []), ...warnings];
  locals.warnings =
    all.length <= MAX_WARNINGS
      ? all
      : [...all.slice(0, MAX_WARNINGS - 1), 'The request caused more warnings than the journal shows.'];
}

import { Problem } from '../core/problem.ts';
import type { ExchangeMatcher } from './exchange-matcher.ts';
import type { JournalEntry } from './journal-entry.ts';
import { type ExchangeSummary, type NearMiss, nearMisses, summaryOf } from './near-misses.ts';

/** The bounds of the expected number of matching exchanges. */
export interface Times {
  readonly exactly?: number;
  readonly atLeast?: number;
  readonly atMost?: number;
}

const MAX_MATCHES = 10;

/**
 * Verifies that the number of matching exchanges is within the bounds. Returns the number of matching exchanges, or a
 * problem that lists the matching exchanges and the near misses.
 */
export function verify(
  entries: readonly JournalEntry[],
  matcher: ExchangeMatcher,
  times: Times = { atLeast: 1 },
): number | Problem {
  const matching = entries.filter((entry) => matcher.matches(entry));
  const count = matching.length;
  const { least, most } = boundsOf(times);
  if (count >= least && count <= most) return count;
  const expected = `${describeTimes(times)} of ${matcher}`;
  const matches = matching.slice(-MAX_MATCHES).map(summaryOf);
  const misses = count < least ? nearMisses(matcher, candidates(entries, matching)) : [];
  const details = [...listMatches(matches), ...(count < least ? describeClosest(misses[0], entries.length) : [])];
  return new Problem(
    'verificationFailed',
    `The journal has ${count} matching exchange${count === 1 ? '' : 's'}; expected ${expected}. ${details.join(' ')}`,
    {
      extensions: { expected, count, matches, nearMisses: misses },
    },
  );
}

/**
 * Selects the exchanges that may be near misses. If no exchange matches, every exchange may be a near miss. If at least
 * one exchange matches, only non-matching exchanges with the same operation as a matching exchange may be near misses.
 */
function candidates(entries: readonly JournalEntry[], matching: readonly JournalEntry[]): JournalEntry[] {
  const known = new Set(matching);
  const operations = new Set(matching.map(({ operationId }) => operationId));
  return entries.filter((entry) => !known.has(entry) && (known.size === 0 || operations.has(entry.operationId)));
}

function boundsOf({ exactly, atLeast = 0, atMost = Number.POSITIVE_INFINITY }: Times) {
  return exactly === undefined ? { least: atLeast, most: atMost } : { least: exactly, most: exactly };
}

/** Describes the expected number, such as `exactly 2 exchanges`. */
function describeTimes({ exactly, atLeast, atMost }: Times): string {
  const bounds = [
    ...(exactly === undefined ? [] : [`exactly ${exactly}`]),
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ];
  const last = atMost ?? atLeast ?? exactly;
  return `${bounds.join(' and ')} exchange${last === 1 ? '' : 's'}`;
}

function listMatches(matches: readonly ExchangeSummary[]): string[] {
  const numbers = matches.map(({ sequence }) => `#${sequence}`).join(', ');
  if (matches.length < 2) return matches.length === 0 ? [] : [`Match: ${numbers}.`];
  return [`Matches: ${numbers}.`];
}

function describeClosest(closest: NearMiss | undefined, count: number): string[] {
  if (!closest) return count === 0 ? ['The journal is empty.'] : [];
  const { sequence, method, path, status, problem, aborted, differences } = closest;
  const result = status === undefined ? (aborted ?? 'no response') : `status ${status}`;
  const reasons = [
    ...differences.slice(0, 3).map(({ detail }) => detail),
    ...(problem === undefined ? [] : [`The mock rejected the request: ${problem}`]),
  ];
  return [`Closest non-matching exchange: #${sequence}, ${method} ${path}, ${result}.`, ...reasons];
}

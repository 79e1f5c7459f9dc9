import { describePointer } from './describe-pointer.ts';
import type { ExchangeMatcher } from './exchange-matcher.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { Difference } from './partial-match.ts';

/** The main properties of an exchange, for a problem document. `GET /__admin/journal/{id}` shows all properties. */
export type ExchangeSummary = Pick<
  JournalEntry,
  'sequence' | 'id' | 'method' | 'path' | 'operationId' | 'problem' | 'rules' | 'aborted'
> & { readonly status?: number | undefined };

/** An exchange that does not match the matcher, with the differences between the exchange and the matcher. */
export type NearMiss = ExchangeSummary & {
  readonly differences: readonly (Omit<Difference, 'weight'> & { readonly detail: string })[];
};

const MAX_NEAR_MISSES = 3;
const MAX_DIFFERENCES = 20;

/**
 * Finds the exchanges that are closest to a match, with the closest exchange first. The distance of an exchange is the
 * sum of the weights of its differences. Among exchanges with the same distance, the newest exchange is first.
 */
export function nearMisses(matcher: ExchangeMatcher, others: readonly JournalEntry[]): NearMiss[] {
  return others
    .map((entry) => ({ entry, differences: matcher.differences(entry) }))
    .map((one) => ({ ...one, distance: one.differences.reduce((sum, { weight }) => sum + weight, 0) }))
    .sort((a, b) => a.distance - b.distance || b.entry.sequence - a.entry.sequence)
    .slice(0, MAX_NEAR_MISSES)
    .map(({ entry, differences }) => ({
      ...summaryOf(entry),
      differences: differences.slice(0, MAX_DIFFERENCES).map(({ difference: { pointer, expected, actual } }) => ({
        pointer,
        expected,
        actual,
        detail: `${describePointer(pointer)} is ${actual}; expected ${expected}.`,
      })),
    }));
}

export function summaryOf(entry: JournalEntry): ExchangeSummary {
  const { sequence, id, method, path, operationId, response, problem, rules, aborted } = entry;
  return { sequence, id, method, path, operationId, status: response?.status, problem, rules, aborted };
}

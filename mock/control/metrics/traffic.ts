import { type Exchange, violatedRules } from '../../journal/exchange.ts';

/**
 * The upper bounds of the buckets of the histogram, in seconds. The smallest bounds of the buckets suit responses of
 * the mock itself, and the largest bounds suit responses with a requested delay.
 */
export const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The statuses and the durations of the exchanges of one operation with one method. */
export interface Series {
  readonly operationId: string;
  readonly method: string;
  /** Number of exchanges by status. The status is 0 if there was no response. */
  readonly statuses: Map<number, number>;
  /** Number of exchanges whose duration is in each bucket, not cumulative. The last bucket has no upper bound. */
  readonly buckets: number[];
  sumSeconds: number;
}

/** Counts the exchanges of this process since its start, for the metrics. */
export class Traffic {
  /** The counts by operationId, and within an operationId by method. */
  readonly #series = new Map<string, Map<string, Series>>();
  /** Number of exchanges that violate a rule of the contract, by rule. */
  readonly violatedRules = new Map<string, number>();

  count(exchange: Exchange): void {
    const { operationId = '', method, durationMs, response, problem, violations } = exchange;
    const series = this.#seriesOf(operationId, method);
    const status = response?.status ?? 0;
    const seconds = durationMs / 1000;
    series.statuses.set(status, (series.statuses.get(status) ?? 0) + 1);
    series.sumSeconds += seconds;
    let bucket = 0;
    while (bucket < DURATION_BUCKETS.length && seconds > (DURATION_BUCKETS[bucket] ?? 0)) bucket++;
    series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
    if (problem ? problem.type.status >= 500 : !violations) return;
    for (const rule of violatedRules(exchange)) this.violatedRules.set(rule, (this.violatedRules.get(rule) ?? 0) + 1);
  }

  *series(): Generator<Series> {
    for (const methods of this.#series.values()) yield* methods.values();
  }

  /** Returns the counts of an operation with a method. Two nested maps are faster than one map with a combined key. */
  #seriesOf(operationId: string, method: string): Series {
    const methods = this.#series.get(operationId) ?? new Map<string, Series>();
    const known = methods.get(method);
    if (known) return known;
    const buckets = Array.from({ length: DURATION_BUCKETS.length + 1 }, () => 0);
    const series = { operationId, method, statuses: new Map(), buckets, sumSeconds: 0 };
    this.#series.set(operationId, methods.set(method, series));
    return series;
  }
}

import { brokenRules, type Exchange } from '../../journal/exchange.ts';

/** Upper bounds in seconds: from an answer of the mock itself to one that is meant to be late. */
export const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How often an operation was asked with a method, and how long it took. */
export interface Series {
  readonly operationId: string;
  readonly method: string;
  /** By status; 0 stands for none. */
  readonly statuses: Map<number, number>;
  /** How many were in each bucket and in no earlier one; the last is for those beyond. */
  readonly buckets: number[];
  sumSeconds: number;
}

/** Counts what this process answered, from its start on: for the metrics, which are made when they are asked for. */
export class Traffic {
  /** By operation and method. */
  readonly #series = new Map<string, Map<string, Series>>();
  /** Exchanges that broke a rule of the contract, by rule. */
  readonly brokenRules = new Map<string, number>();

  count(exchange: Exchange): void {
    const { operationId = '', method, durationMs, answer, problem, violations } = exchange;
    const series = this.#of(operationId, method);
    const status = answer?.status ?? 0;
    const seconds = durationMs / 1000;
    series.statuses.set(status, (series.statuses.get(status) ?? 0) + 1);
    series.sumSeconds += seconds;
    let bucket = 0;
    while (bucket < DURATION_BUCKETS.length && seconds > (DURATION_BUCKETS[bucket] ?? 0)) bucket++;
    series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
    if (problem ? problem.type.status >= 500 : !violations) return;
    for (const rule of brokenRules(exchange)) this.brokenRules.set(rule, (this.brokenRules.get(rule) ?? 0) + 1);
  }

  *series(): Generator<Series> {
    for (const methods of this.#series.values()) yield* methods.values();
  }

  /** Two maps: to look up a text that is put together takes longer than all else here. */
  #of(operationId: string, method: string): Series {
    const methods = this.#series.get(operationId) ?? new Map<string, Series>();
    const known = methods.get(method);
    if (known) return known;
    const buckets = Array.from({ length: DURATION_BUCKETS.length + 1 }, () => 0);
    const series = { operationId, method, statuses: new Map(), buckets, sumSeconds: 0 };
    this.#series.set(operationId, methods.set(method, series));
    return series;
  }
}

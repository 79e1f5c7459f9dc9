import { Counter, collectDefaultMetrics, Gauge, type Histogram, Registry } from 'prom-client';
import { DURATION_BUCKETS, type Series, type Traffic } from './traffic.ts';

/** The sources of the metrics. */
export interface MetricsSource {
  readonly traffic: Traffic;
  /** Number of exchanges that this process has written to journals. */
  readonly journaled: () => number;
  /** Number of sandboxes in the store. */
  readonly sandboxes: () => Promise<number>;
  /** Label of every metric: the name of this process; absent if no other process shares its store. */
  readonly replica?: string;
}

/** Creates the registry of one mock. Each request for the metrics reads the counts of the sources. */
export function metricsRegistry({ traffic, journaled, sandboxes, replica }: MetricsSource): Registry {
  const registry = new Registry();
  if (replica !== undefined) registry.setDefaultLabels({ replica });
  const registers = [registry];
  new Counter({
    name: 'contract_requests_total',
    help: 'Exchanges of all sandboxes since this process started, by operation (empty: no operation has the path), method and status (0: no response).',
    labelNames: ['operation', 'method', 'status'] as const,
    registers,
    collect() {
      this.reset();
      for (const { operationId: operation, method, statuses } of traffic.series())
        for (const [status, count] of statuses) this.inc({ operation, method, status: String(status) }, count);
    },
  });
  registry.registerMetric(requestDurations(traffic));
  new Counter({
    name: 'contract_broken_rules_total',
    help: 'Exchanges since this process started that violate a rule of the contract, by rule.',
    labelNames: ['rule'] as const,
    registers,
    collect() {
      this.reset();
      for (const [rule, count] of traffic.violatedRules) this.inc({ rule }, count);
    },
  });
  new Counter({
    name: 'contract_journal_exchanges_total',
    help: 'Exchanges that this process has written to journals.',
    registers,
    collect() {
      this.reset();
      this.inc(journaled());
    },
  });
  new Gauge({
    name: 'contract_sandboxes',
    help: 'Sandboxes in the store, of all processes that share it; NaN while the store does not respond.',
    registers,
    async collect() {
      this.set(await sandboxes().catch(() => Number.NaN));
    },
  });
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** A histogram of the durations that `Traffic` counts. The registry reads only its name and its values. */
function requestDurations(traffic: Traffic): Histogram {
  const name = 'contract_request_duration_seconds';
  const help = 'Time from the head of a request to its response, including requested delays, by operation and method.';
  const get = async () => ({ name, help, type: 'histogram', values: [...traffic.series()].flatMap(durationsOf) });
  return { name, get } as unknown as Histogram;

  function durationsOf({ operationId: operation, method, buckets, sumSeconds }: Series) {
    const labels = { operation, method };
    let count = 0;
    const values = buckets.map((own, index) => {
      count += own;
      return {
        metricName: `${name}_bucket`,
        labels: { ...labels, le: DURATION_BUCKETS[index] ?? '+Inf' },
        value: count,
      };
    });
    return [
      ...values,
      { metricName: `${name}_sum`, labels, value: sumSeconds },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}

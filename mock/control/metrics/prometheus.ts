import { createRequire } from 'node:module';
import type * as Prometheus from 'prom-client';
import { DURATION_BUCKETS, type Series, type Traffic } from './traffic.ts';

const require = createRequire(import.meta.url);

/** The functions and objects that provide the counts for the metrics of one mock. */
export interface MetricsSource {
  readonly traffic: Traffic;
  /** Number of exchanges that this process has written to journals. */
  readonly journaled: () => number;
  /** Number of sandboxes in the store. */
  readonly sandboxes: () => Promise<number>;
  /** Name of this replica, as a label of every metric; absent if no other process shares the store. */
  readonly replica?: string;
}

/**
 * Creates the registry of the metrics of one mock. Each request for the metrics reads the current counts from the given
 * `MetricsSource`.
 */
export function metricsRegistry({ traffic, journaled, sandboxes, replica }: MetricsSource): Prometheus.Registry {
  // If an `import` of a CommonJS package has failed once, every later `import` of this package fails, too. After a
  // failed `require`, a later `require` reads the package again.
  const { Counter, collectDefaultMetrics, Gauge, Registry } = require('prom-client') as typeof Prometheus;
  const registry = new Registry();
  if (replica !== undefined) registry.setDefaultLabels({ replica });
  const registers = [registry];
  new Counter({
    name: 'contract_requests_total',
    help: 'Number of exchanges of all sandboxes since this process started, by operation (empty if no operation has the path), method and status (0 if there was no response).',
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
    help: 'Number of exchanges since this process started that violate a requirement of the contract, by requirement.',
    labelNames: ['rule'] as const,
    registers,
    collect() {
      this.reset();
      for (const [rule, count] of traffic.violatedRules) this.inc({ rule }, count);
    },
  });
  new Counter({
    name: 'contract_journal_exchanges_total',
    help: 'Number of exchanges that this process has written to journals.',
    registers,
    collect() {
      this.reset();
      this.inc(journaled());
    },
  });
  new Gauge({
    name: 'contract_sandboxes',
    help: 'Number of sandboxes in the store, which several processes can share; NaN while the store does not respond.',
    registers,
    async collect() {
      this.set(await sandboxes().catch(() => Number.NaN));
    },
  });
  collectDefaultMetrics({ register: registry });
  return registry;
}

/**
 * Creates a histogram of the durations that `Traffic` counts. The histogram is a plain object instead of the class of
 * `prom-client`, since the registry of `prom-client` uses only the property `name` and the method `get`.
 */
function requestDurations(traffic: Traffic): Prometheus.Histogram {
  const name = 'contract_request_duration_seconds';
  const help =
    'Seconds from the head of a request to its response, including requested delays, by operation and method.';
  const get = async () => ({ name, help, type: 'histogram', values: [...traffic.series()].flatMap(durationsOf) });
  return { name, get } as unknown as Prometheus.Histogram;

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

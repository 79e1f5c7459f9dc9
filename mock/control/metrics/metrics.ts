import type { Registry } from 'prom-client';
import type { MetricsSource } from './prometheus.ts';

/**
 * Creates the function that returns the metrics of one mock for Prometheus. The first call of the created function
 * loads the library `prom-client`.
 */
export function metrics(source: MetricsSource): () => Promise<string> {
  let registry: Promise<Registry> | undefined;
  return async () => {
    registry ??= import('./prometheus.ts')
      .then(({ metricsRegistry }) => metricsRegistry(source))
      .catch((error) => {
        registry = undefined;
        throw error;
      });
    return (await registry).metrics();
  };
}

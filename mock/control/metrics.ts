import type { SandboxHandler, SandboxHandlers } from '../core/operation-handler.ts';
import type { MockRuntime } from '../runtime.ts';

/** How much this process did. */
export function metricsHandlers({ metrics }: MockRuntime): SandboxHandlers {
  const getMetrics: SandboxHandler = async () => ({ body: await metrics() });
  return { getMetrics };
}

import { Router } from 'express';
import type { Contract } from '../../src/contract/contract.ts';
import type { Kinds } from '../core/kinds.ts';
import { LIMITS } from '../core/limits.ts';
import type { Store } from '../core/store.ts';
import type { Journal } from '../journal/journal.ts';
import type { WriteBehind } from '../journal/write-behind.ts';
import { addOperations } from '../pipeline/pipeline.ts';
import { unknownPath } from '../pipeline/problem-details.ts';
import { BodyMemory } from '../pipeline/read-stream.ts';
import type { Sandboxes } from '../sandboxes/sandboxes.ts';
import { actionHandlers } from '../sandboxes/service-handlers.ts';
import { faultHandlers } from './faults.ts';
import { healthHandlers } from './health.ts';
import { journalHandlers } from './journal.ts';
import { recordHandlers } from './records.ts';
import { sandboxHandlers } from './sandboxes.ts';
import { settingsHandlers } from './settings.ts';
import { snapshotHandlers } from './snapshots.ts';
import { stateHandlers } from './state.ts';

/** The parts of the mock that the control API reads and changes. */
export interface Controlled {
  readonly kinds: Kinds;
  readonly sandboxes: Sandboxes;
  readonly journal: Journal;
  readonly writeBehind: WriteBehind;
  /** The metrics in the text format of Prometheus. */
  readonly metrics: () => Promise<string>;
  readonly store: Pick<Store, 'replicas' | 'isWritable'>;
  readonly seed: number | undefined;
  readonly checkReplies: boolean;
}

/**
 * Creates the routes of the control API. Requests to the control API pass through the same pipeline as requests to the
 * operations of the service.
 */
export function controlApi(served: Contract, control: Contract, controlled: Controlled): Router {
  const { kinds, sandboxes, journal, writeBehind, metrics, store, seed, checkReplies } = controlled;
  const handlers = {
    ...faultHandlers(sandboxes, served),
    ...actionHandlers(kinds),
    ...healthHandlers(served, store),
    ...recordHandlers(kinds, control),
    ...journalHandlers(journal, writeBehind, served),
    getMetrics: async () => ({ body: await metrics() }),
    ...sandboxHandlers(sandboxes),
    ...settingsHandlers(sandboxes),
    ...snapshotHandlers(kinds),
    ...stateHandlers(sandboxes, kinds),
  };
  const strict = () => 'The control API rejects unknown properties and parameters.';
  const router = Router({ caseSensitive: true, strict: true });
  const limit = LIMITS.controlBody.default;
  const json = { depth: LIMITS.jsonDepth.default, values: Number.POSITIVE_INFINITY };
  const bodies = { limit, memory: new BodyMemory(limit), json };
  const options = { handlers, apiKeys: new Set<string>(), bodies, strict, seed, checkReplies };
  addOperations(router, control, options);
  return router.use(unknownPath(() => control));
}

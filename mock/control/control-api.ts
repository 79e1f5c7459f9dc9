import { Router } from 'express';
import type { Contract } from '../../src/contract/contract.ts';
import { loadControlContract } from '../core/control-document.ts';
import { addOperations } from '../pipeline/pipeline.ts';
import { unknownPath } from '../pipeline/problem-details.ts';
import type { MockRuntime } from '../runtime.ts';
import { actionHandlers } from './actions.ts';
import { faultHandlers } from './faults.ts';
import { healthHandlers } from './health.ts';
import { journalHandlers } from './journal.ts';
import { metricsHandlers } from './metrics.ts';
import { recordHandlers } from './records.ts';
import { sandboxHandlers } from './sandboxes.ts';
import { settingsHandlers } from './settings.ts';
import { snapshotHandlers } from './snapshots.ts';
import { stateHandlers } from './state.ts';

/** Of a state that is put back. */
const BODY_LIMIT = 256 * 2 ** 20;

/** The control API, served from its own document (mock/control/admin.yaml) by the same pipeline as the contract. */
export async function controlApi(served: Contract, runtime: MockRuntime): Promise<Router> {
  const contract = await loadControlContract();
  const { sandboxes } = runtime;
  const handlers = {
    ...faultHandlers(sandboxes, served),
    ...actionHandlers(),
    ...healthHandlers(served),
    ...recordHandlers(contract),
    ...journalHandlers(runtime, served),
    ...metricsHandlers(runtime),
    ...sandboxHandlers(sandboxes),
    ...settingsHandlers(sandboxes),
    ...snapshotHandlers(),
    ...stateHandlers(sandboxes),
  };
  const strict = () => 'The control API ignores nothing.';
  const router = Router({ caseSensitive: true, strict: true });
  addOperations(router, contract, runtime, { handlers, apiKeys: new Set(), bodyLimit: BODY_LIMIT, strict });
  return router.use(unknownPath(() => contract));
}

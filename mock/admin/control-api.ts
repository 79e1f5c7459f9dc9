import type { RequestHandler } from 'express';
import { Contract } from '../../src/contract/contract.ts';
import { loadDocument } from '../../src/contract/document.ts';
import { ADMIN_FILE } from '../../src/contract/project-files.ts';
import type { MockRuntime } from '../runtime.ts';
import { serveContract } from '../serve-contract.ts';
import { healthHandlers } from './health.ts';
import { sandboxHandlers } from './sandboxes.ts';
import { settingsHandlers } from './settings.ts';
import { stateHandlers } from './state.ts';

/** Of a state that is put back. */
const BODY_LIMIT = 256 * 2 ** 20;

/** The control API, served from its own document (spec/admin.yaml) by the same pipeline as the contract. */
export async function controlApi(served: Contract, runtime: MockRuntime): Promise<RequestHandler> {
  const contract = new Contract(await loadDocument(ADMIN_FILE, { trusted: true }));
  const { sandboxes } = runtime;
  const handlers = {
    ...healthHandlers(served),
    ...sandboxHandlers(sandboxes),
    ...settingsHandlers(sandboxes),
    ...stateHandlers(sandboxes),
  };
  return serveContract(contract, { handlers, apiKeys: new Set(), bodyLimit: BODY_LIMIT }, runtime);
}

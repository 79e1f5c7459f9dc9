import type { Contract } from '../../src/contract/contract.ts';
import type { SandboxHandlers } from '../core/operation-handler.ts';

/** The health check: confirms that the mock runs, and names the contract that it serves. */
export function healthHandlers(contract: Contract): SandboxHandlers {
  const { title, version, sha256 } = contract.document;
  const body = { name: 'integration-contract', status: 'ok', contract: { title, version, sha256 } };
  return { getHealth: async () => ({ body }) };
}

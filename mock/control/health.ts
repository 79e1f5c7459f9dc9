import type { Contract } from '../../src/contract/contract.ts';
import type { SandboxHandlers } from '../core/operation-handler.ts';
import { type Replica, replicaName } from '../core/replicas.ts';
import type { Store } from '../core/store.ts';
import { version } from '../core/version.ts';

/**
 * Creates the handlers of the health check, which names the contract of the mock. A mock is not ready while its
 * database does not respond, or while the mock cannot write to its data file.
 */
export function healthHandlers({ document }: Contract, store: Pick<Store, 'replicas' | 'isWritable'>): SandboxHandlers {
  const { replicas } = store;
  const { title, version: contractVersion, sha256 } = document;
  const contract = { title, version: contractVersion, sha256 };
  const name = replicas?.name ?? replicaName();
  const list = async (): Promise<readonly Replica[]> =>
    replicas?.list() ?? [{ name, version, document: sha256, lastSeen: new Date().toISOString() }];
  return {
    getHealth: async () => {
      const ready = replicas?.ready ?? (await store.isWritable?.()) ?? true;
      const status = ready ? 'ok' : 'unavailable';
      const body = { name: 'integration-contract', status, live: true, ready, contract };
      return { status: ready ? 200 : 503, body, ...(!ready && { headers: { 'Retry-After': '1' } }) };
    },
    listReplicas: async () => ({ body: { replicas: await list() } }),
  };
}

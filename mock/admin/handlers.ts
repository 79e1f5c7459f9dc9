import type { Contract } from '../../src/contract/contract.ts';
import type { OperationHandler, OperationHandlers } from '../operation-handler.ts';
import { theIntegration } from '../operations/find.ts';
import { Problem } from '../problems.ts';
import { putInstallation } from '../state/records.ts';
import { danglingReferences, loadWorld, readWorld, type World } from '../state/world.ts';

const EMPTY: World = {
  projects: [],
  orgs: [],
  providers: [],
  integrations: [],
  installations: [],
  jwtKeys: [],
  invites: [],
  fields: [],
};

/** The operations of spec/admin.yaml. */
export function adminHandlers(contract: Contract, seed: World): OperationHandlers {
  const { title, version, sha256 } = contract.document;
  const getHealth: OperationHandler = async () => ({
    body: { name: 'integration-contract', status: 'ok', contract: { title, version, sha256 } },
  });

  const getState: OperationHandler = async (_request, { tx }) => ({ body: await readWorld(tx) });

  const putState: OperationHandler<Partial<World>> = async ({ body }, { tx }) => {
    const world = { ...EMPTY, ...body };
    const dangling = danglingReferences(world);
    if (dangling.length > 0) return new Problem('impossible', dangling.slice(0, 10).join(' '));
    await loadWorld(tx, world);
    return {};
  };

  const resetState: OperationHandler = async (_request, { tx }) => {
    await loadWorld(tx, seed);
    return {};
  };

  const addInstallation: OperationHandler<{ projectId: string; integrationId: string }> = async (
    { body },
    { tx, ids },
  ) => {
    const integration = await theIntegration(tx, body.projectId, body.integrationId);
    if (integration instanceof Problem) return integration;
    const installation = {
      id: await ids.uuid(tx),
      projectId: integration.projectId,
      integrationId: integration.id,
    };
    await putInstallation(tx, installation);
    return { body: installation };
  };

  return { getHealth, getState, putState, resetState, addInstallation };
}

import type { OperationHandler } from '../core/operation-handler.ts';
import { Problem } from '../core/problem.ts';
import { deleteRecord } from '../sandboxes/records.ts';
import { theInstallation } from './find.ts';

/** §4.7. */
export const deleteInstallation: OperationHandler = async ({ params }, { tx }) => {
  const { projectIdOrName, integrationId, installationId } = params;
  const installation = await theInstallation(tx, projectIdOrName, integrationId, installationId);
  if (installation instanceof Problem) return installation;
  await deleteRecord(tx, 'installations', installation);
  return {};
};

import type { OperationHandler } from '../operation-handler.ts';
import { Problem } from '../problems.ts';
import { theIntegration } from './find.ts';

/** §4.7. */
export const deleteInstallation: OperationHandler = async ({ params }, { tx }) => {
  const integration = await theIntegration(tx, params.projectIdOrName, params.integrationId);
  if (integration instanceof Problem) return integration;
  const removed = await tx.delete('installations', [
    integration.projectId,
    integration.id,
    params.installationId ?? '',
  ]);
  if (removed) return {};
  return new Problem('notFound', `Integration ${integration.name} has no installation ${params.installationId}.`);
};

import type { components } from '../../src/client/generated/api.ts';
import type { OperationHandler } from '../core/operation-handler.ts';
import { Problem } from '../core/problem.ts';
import { putRecord } from '../sandboxes/records.ts';
import { theProject } from './find.ts';

/** §4.3. `Location` is the only place that tells the new ID (D32). */
export const createIntegration: OperationHandler<components['schemas']['CreateIntegrationRequest']> = async (
  { params, path, body },
  { tx, ids },
) => {
  const project = await theProject(tx, params.projectIdOrName);
  if (project instanceof Problem) return project;
  if (await tx.get('integrationNames', [project.id, body.name])) {
    return new Problem('conflict', `Project ${project.name} already has an integration named ${body.name}.`, {
      rule: 'D36',
    });
  }
  const id = await ids.uuid(tx);
  await putRecord(tx, 'integrations', { id, projectId: project.id, ...body });
  return { headers: { Location: `${path}/${id}` } };
};

import type { Resource } from '../core/service.ts';
import type { Bodies, Handler, Kinds } from './kinds.ts';

/**
 * Creates an integration (§4.3 of the interface document). Only the header `Location` contains the ID of the new
 * integration (D32).
 */
const createIntegration: Handler<Bodies['CreateIntegrationRequest'], 'project'> = async (
  { path, body },
  { found: { project }, records, problem },
) => {
  const draft = { projectId: project.id, ...body };
  if (await records.findDuplicate('integration', draft)) {
    return problem('conflict', `Project ${project.name} already has an integration named ${body.name}.`, 'D36');
  }
  const { id } = await records.create('integration', draft);
  return { headers: { Location: `${path}/${id}` } };
};

export const integration: Resource<Kinds['integration']> = {
  duplicateMessage: ({ projectId, name }) => `project ${projectId} already has an integration named ${name}.`,
  handlers: { createIntegration },
};

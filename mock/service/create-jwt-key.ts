import type { components } from '../../src/client/generated/api.ts';
import { timestamp } from '../core/clock.ts';
import type { OperationHandler } from '../core/operation-handler.ts';
import { Problem } from '../core/problem.ts';
import { putRecord } from '../sandboxes/records.ts';
import { theProject } from './find.ts';

/** §4.5. What was asked for as RS256 is stored as an RSA key (D53). */
export const createJwtKey: OperationHandler<components['schemas']['CreateJwtKeyRequest']> = async (
  { params, body },
  { tx, clock, ids },
) => {
  const project = await theProject(tx, params.projectIdOrName);
  if (project instanceof Problem) return project;
  const id = await ids.uuid(tx);
  const now = timestamp(clock);
  await putRecord(tx, 'jwtKeys', {
    id,
    projectId: project.id,
    label: body.label,
    algorithm: 'RSA',
    publicKeyPem: body.publicKeyPem,
    active: true,
    createTime: now,
    updateTime: now,
  });
  return { body: { kid: id } };
};

import { isDeepStrictEqual } from 'node:util';
import type { components } from '../../src/client/generated/api.ts';
import type { OperationHandler } from '../core/operation-handler.ts';
import { Problem } from '../core/problem.ts';
import type { Transaction } from '../core/store.ts';
import type { StoredField } from '../sandboxes/collections.ts';
import { KINDS } from '../sandboxes/kinds.ts';
import { putRecord } from '../sandboxes/records.ts';
import { contradictions } from './field-consistency.ts';
import { theIntegration, theProject, theProvider } from './find.ts';

type Body = components['schemas']['UpsertObjectMetadataRequest'];
type FieldResult = { fieldName: string; action: 'create' | 'update' | 'none' };
type Owner = Pick<StoredField, 'projectId' | 'owner' | 'ownerId'>;

/** §4.1. */
export const upsertIntegrationObjectMetadata: OperationHandler<Body> = async ({ params, body }, { tx }) => {
  const integration = await theIntegration(tx, params.projectIdOrName, params.integrationId);
  if (integration instanceof Problem) return integration;
  return upsert(tx, { projectId: integration.projectId, owner: 'integration', ownerId: integration.id }, body);
};

/** §4.2: the same for a provider (D62). */
export const upsertProviderObjectMetadata: OperationHandler<Body> = async ({ params, body }, { tx }) => {
  const project = await theProject(tx, params.projectIdOrName);
  if (project instanceof Problem) return project;
  const provider = await theProvider(tx, params.provider);
  if (provider instanceof Problem) return provider;
  return upsert(tx, { projectId: project.id, owner: 'provider', ownerId: provider.name }, body);
};

async function upsert(tx: Transaction, owner: Owner, { groupRef, fields }: Body) {
  const problems = contradictions(fields);
  if (problems.length > 0) return new Problem('impossible', problems.join(' '), { rule: 'D68' });
  const results: [string, Record<string, FieldResult>][] = [];
  for (const [objectName, definitions] of Object.entries(fields)) {
    const ofObject: [string, FieldResult][] = [];
    for (const definition of definitions) {
      const { fieldName } = definition;
      const action = await upsertField(tx, { ...owner, groupRef, objectName, definition });
      ofObject.push([fieldName, { fieldName, action }]);
    }
    results.push([objectName, Object.fromEntries(ofObject)]);
  }
  return { body: { success: true, fields: Object.fromEntries(results) } };
}

async function upsertField(tx: Transaction, field: StoredField): Promise<FieldResult['action']> {
  const known = await tx.get('fields', KINDS.fields.key(field));
  if (isDeepStrictEqual(known?.definition, field.definition)) return 'none';
  await putRecord(tx, 'fields', field);
  return known ? 'update' : 'create';
}

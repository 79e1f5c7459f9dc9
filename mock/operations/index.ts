import type { OperationHandlers } from '../operation-handler.ts';
import { createIntegration } from './create-integration.ts';
import { createInvite } from './create-invite.ts';
import { createJwtKey } from './create-jwt-key.ts';
import { deleteInstallation } from './delete-installation.ts';
import { updateJwtKey } from './update-jwt-key.ts';
import { upsertIntegrationObjectMetadata, upsertProviderObjectMetadata } from './upsert-object-metadata.ts';

/** The operations that have a memory; any other is answered from the document. */
export const operationHandlers: OperationHandlers = {
  createIntegration,
  createInvite,
  createJwtKey,
  deleteInstallation,
  updateJwtKey,
  upsertIntegrationObjectMetadata,
  upsertProviderObjectMetadata,
};

import { inTransaction, type OperationHandlers, type SandboxHandlers } from '../core/operation-handler.ts';
import { createIntegration } from './create-integration.ts';
import { createInvite } from './create-invite.ts';
import { createJwtKey } from './create-jwt-key.ts';
import { deleteInstallation } from './delete-installation.ts';
import { updateJwtKey } from './update-jwt-key.ts';
import { upsertIntegrationObjectMetadata, upsertProviderObjectMetadata } from './upsert-object-metadata.ts';

const handlers: OperationHandlers = {
  createIntegration,
  createInvite,
  createJwtKey,
  deleteInstallation,
  updateJwtKey,
  upsertIntegrationObjectMetadata,
  upsertProviderObjectMetadata,
};

/** The operations that have a memory, each in one transaction; any other is answered from the document. */
export const operationHandlers: SandboxHandlers = Object.fromEntries(
  Object.entries(handlers).map(([operationId, handler]) => [operationId, inTransaction(handler)]),
);

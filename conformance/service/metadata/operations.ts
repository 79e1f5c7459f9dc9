/** The operationId of the upsert of field definitions for an integration (§4.1). */
export const INTEGRATION_FORM = 'upsertIntegrationObjectMetadata';
/**
 * The operationId of the upsert of field definitions for a provider (§4.2), which responds like the upsert for an
 * integration (D62).
 */
export const PROVIDER_FORM = 'upsertProviderObjectMetadata';

/** The operation that upserts field definitions for an integration (§4.1). */
export const INTEGRATION_FORM = 'upsertIntegrationObjectMetadata';
/** The operation that upserts field definitions for a provider (§4.2), with the same responses (D62). */
export const PROVIDER_FORM = 'upsertProviderObjectMetadata';

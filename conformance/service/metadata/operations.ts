/** The operation that upserts field definitions for an integration (§4.1). */
export const INTEGRATION_FORM = 'upsertIntegrationObjectMetadata';
/** The one for a provider (§4.2), which answers as the other does (D62). */
export const PROVIDER_FORM = 'upsertProviderObjectMetadata';

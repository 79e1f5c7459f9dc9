import { fileURLToPath } from 'node:url';

/**
 * Contract of this project. CI validates the project's OpenAPI document, so the commands do not validate the document
 * when they start.
 */
export const OPENAPI_FILE = fileURLToPath(new URL('../spec/openapi.yaml', import.meta.url));
export const REQUIREMENTS_FILE = fileURLToPath(new URL('../spec/requirements.yaml', import.meta.url));
export const SEED_FILE = fileURLToPath(new URL('../spec/seed.yaml', import.meta.url));
export const REPORT_SCHEMA_FILE = fileURLToPath(new URL('./report/report.schema.json', import.meta.url));

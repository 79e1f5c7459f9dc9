import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FORMATS } from '../../spec/formats/index.ts';
import { parseYamlOnce } from '../../src/contract/document/parsed-cache.ts';
import type { Service } from '../core/service.ts';
import { field } from './fields.ts';
import { installation } from './installations.ts';
import { integration } from './integrations.ts';
import { invite, inviteSchemas, inviteSettings } from './invites.ts';
import { jwtKey } from './jwt-keys.ts';
import type { World } from './kinds.ts';
import { project } from './projects.ts';

const file = (name: string) => fileURLToPath(new URL(`../../spec/${name}`, import.meta.url));

/** The default API key of the mock. */
export const SEED_API_KEY = 'test-key';

/** The default records of a new sandbox (spec/seed.yaml). */
export const SEED = (await parseYamlOnce(readFileSync(file('seed.yaml'), 'utf8'))) as World;

/** The Integration Management Service as a service of the mock. */
export const integrationManagement: Service = {
  document: file('openapi.yaml'),
  requirements: file('requirements.yaml'),
  formats: FORMATS,
  seed: SEED,
  apiKey: SEED_API_KEY,
  resources: { project, integration, installation, jwtKey, invite, field },
  schemas: inviteSchemas,
  settings: inviteSettings,
};

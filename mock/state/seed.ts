import type { World } from './world.ts';

const PROJECT = '11111111-1111-4111-8111-111111111111';
const INTEGRATION = '44444444-4444-4444-8444-444444444444';

/** The API key of a mock that was given none. */
export const SEED_API_KEY = 'test-key';

/** What a new mock knows: its identifiers are fixed, so that a test can name them. */
export const SEED: World = {
  projects: [
    { id: PROJECT, name: 'demo-project' },
    { id: '22222222-2222-4222-8222-222222222222', name: 'other-project' },
  ],
  orgs: [{ id: '33333333-3333-4333-8333-333333333333' }],
  providers: [{ name: 'salesforce' }, { name: 'hubspot' }],
  integrations: [
    integration(INTEGRATION, 'demo-integration', 'salesforce'),
    integration('44444444-4444-4444-8444-444444444445', 'other-integration', 'hubspot'),
  ],
  installations: [1, 2, 3].map((n) => ({
    id: `55555555-5555-4555-8555-55555555555${n}`,
    projectId: PROJECT,
    integrationId: INTEGRATION,
  })),
  jwtKeys: [],
  invites: [],
  fields: [],
};

function integration(id: string, name: string, provider: string): World['integrations'][number] {
  return {
    id,
    projectId: PROJECT,
    name,
    provider,
    latestRevision: { specVersion: '1.0.0', content: { name, provider } },
  };
}

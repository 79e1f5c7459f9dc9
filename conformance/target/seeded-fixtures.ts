import { readFileSync } from 'node:fs';
import { isObject } from '../../src/contract/json.ts';
import { SEED_FILE } from '../../src/contract/project-files.ts';
import { parseYaml } from '../../src/contract/yaml.ts';
import { isSuccess } from './answer.ts';
import { Client } from './client.ts';
import type { Fixtures } from './configuration.ts';

/** The API key and the fixtures that a new mock of this project knows, and maybe others that took over its seed. */
export const SEEDED_API_KEY = 'test-key';

interface Seed {
  readonly projects: readonly { id: string; name: string }[];
  readonly orgs: readonly { id: string }[];
  readonly integrations: readonly { id: string; provider: string }[];
  readonly installations: readonly { id: string }[];
}

/** That the seed has, and a run takes. */
export const SEEDED_INSTALLATIONS = 3;
/** The control API asks for no key. */
const NOBODY = { apiKey: '', fixtures: {}, presumed: true, runId: '', timeoutMs: 3000 };
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** What a new mock of this project knows. */
export function seedFixtures(): Required<Omit<Fixtures, 'forbiddenApiKey' | 'otherOrg'>> {
  const { projects, orgs, integrations, installations } = parseYaml(readFileSync(SEED_FILE, 'utf8')) as Seed;
  const [project, otherProject] = projects;
  const [integration, otherIntegration] = integrations;
  if (!project || !otherProject || !orgs[0] || !integration || !otherIntegration)
    throw new Error(`${SEED_FILE} is incomplete`);
  return {
    project,
    otherProject,
    org: orgs[0],
    integration: { id: integration.id },
    otherIntegration: { id: otherIntegration.id },
    provider: integration.provider,
    installations: installations.map(({ id }) => id),
  };
}

/**
 * The fixtures of the seed. A mock of this project is asked over its control API for new
 * installations, so that it can be judged again and again, and for a second organization.
 */
export async function seededFixtures(baseUrl: string, installations = SEEDED_INSTALLATIONS): Promise<Fixtures> {
  const fixtures = seedFixtures();
  const { project, integration } = fixtures;
  const client = new Client({ ...NOBODY, baseUrl });
  try {
    if (!(await isMock(client))) return fixtures;
    const of = { projectId: project.id, integrationId: integration.id };
    const fresh: string[] = [];
    while (fresh.length < installations) {
      const installation = await make(client, 'installations', of);
      if (!installation) return fixtures;
      fresh.push(installation.id);
    }
    const otherOrg = await make(client, 'orgs', {});
    return { ...fixtures, ...(otherOrg && { otherOrg }), installations: fresh };
  } finally {
    client.close();
  }
}

async function isMock(client: Client): Promise<boolean> {
  const health = await ask(client, 'GET', '/__admin/health');
  return isObject(health) && health.name === 'integration-contract';
}

async function make(client: Client, kind: string, record: object): Promise<{ id: string } | undefined> {
  const made = await ask(client, 'POST', `/__admin/state/${kind}`, record);
  return isObject(made) && typeof made.id === 'string' ? { id: made.id } : undefined;
}

/** What the control API answers, or undefined where there is none. */
async function ask(client: Client, method: string, path: string, body?: unknown): Promise<unknown> {
  const request = body === undefined ? { headers: {} } : { headers: JSON_TYPE, body: JSON.stringify(body) };
  try {
    const answer = await client.sendOnce({ method, path, ...request });
    return isSuccess(answer) ? answer.json : undefined;
  } catch {
    return undefined;
  }
}

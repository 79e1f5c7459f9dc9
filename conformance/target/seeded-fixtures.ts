import { readFileSync } from 'node:fs';
import { isObject } from '../../src/contract/json.ts';
import { SEED_FILE } from '../../src/contract/project-files.ts';
import { parseYaml } from '../../src/contract/yaml.ts';
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
const TIMEOUT_MS = 3000;

/** What a new mock of this project knows. */
export function seedFixtures(): Required<Omit<Fixtures, 'forbiddenApiKey'>> {
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
 * installations, so that it can be judged again and again.
 */
export async function seededFixtures(baseUrl: string, installations = SEEDED_INSTALLATIONS): Promise<Fixtures> {
  const fixtures = seedFixtures();
  const { project, integration } = fixtures;
  const fresh = (await isMock(baseUrl)) ? await install(baseUrl, project.id, integration.id, installations) : undefined;
  return { ...fixtures, installations: fresh ?? fixtures.installations };
}

async function isMock(baseUrl: string): Promise<boolean> {
  const health = await ask(baseUrl, 'GET', '/__admin/health');
  return isObject(health) && health.name === 'integration-contract';
}

async function install(
  baseUrl: string,
  projectId: string,
  integrationId: string,
  number: number,
): Promise<string[] | undefined> {
  const made: string[] = [];
  for (let n = 0; n < number; n++) {
    const installation = await ask(baseUrl, 'POST', '/__admin/state/installations', { projectId, integrationId });
    if (!isObject(installation) || typeof installation.id !== 'string') return undefined;
    made.push(installation.id);
  }
  return made;
}

/** What the control API answers, or undefined where there is none. */
async function ask(baseUrl: string, method: string, path: string, body?: unknown): Promise<unknown> {
  try {
    const response = await fetch(baseUrl + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

import { readFileSync } from 'node:fs';
import { isObject } from '../../src/contract/json.ts';
import { parseYaml } from '../../src/contract/yaml.ts';
import { SEED_FILE } from '../../src/project.ts';
import type { Answer, WireRequest } from '../../src/run-result/wire.ts';
import { isSuccess } from '../connection/answer.ts';
import { Client } from '../connection/client.ts';
import type { Connection } from '../connection/target.ts';
import { NEEDED_INSTALLATIONS, type ServiceFixtures } from './fixtures.ts';

/** The API key that the mock of this project accepts by default. */
export const SEEDED_API_KEY = 'test-key';

interface Seed {
  readonly projects: readonly { id: string; name: string }[];
  readonly orgs: readonly { id: string }[];
  readonly integrations: readonly { id: string; provider: string }[];
  readonly installations: readonly { id: string }[];
}

/** Settings of a target without an API key, since the control API of the mock requires none. */
const WITHOUT_KEY = { apiKey: '', fixtures: {}, presumed: true, runId: '', timeoutMs: 3000 };

/** Access to the control API of a mock of this project. */
export interface Control {
  /**
   * The bearer token, if the mock requires one. The suite sends the token only to a server that identifies itself as a
   * mock of this project.
   */
  readonly token?: string | undefined;
  /** The function to call if the mock rejects the token, or requires a token. */
  readonly onRefused?: () => void;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** The fixtures in the seed file, which every new mock of this project has. */
export function seedFixtures(): Required<Omit<ServiceFixtures, 'forbiddenApiKey' | 'otherOrg'>> {
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
 * The fixtures in the seed file. For a mock of this project, the result has new installations and a second
 * organization, which the function creates with the control API, so that runs can be repeated.
 */
export async function seededFixtures(
  baseUrl: string,
  installations = NEEDED_INSTALLATIONS,
  { token, onRefused }: Control = {},
  connection: Connection = {},
): Promise<ServiceFixtures> {
  const fixtures = seedFixtures();
  const { project, integration } = fixtures;
  const client = new Client({ ...WITHOUT_KEY, ...connection, baseUrl });
  try {
    if (!(await isMock(client))) return fixtures;
    const headers = { ...JSON_TYPE, ...(token !== undefined && { Authorization: `Bearer ${token}` }) };
    const create = async (kind: string, record: object): Promise<{ id: string } | undefined> => {
      const request = { headers, body: JSON.stringify(record) };
      const answer = await send(client, 'POST', `/__admin/state/${kind}`, request);
      if (answer?.status === 401) onRefused?.();
      const made = answer && isSuccess(answer) ? answer.json : undefined;
      return isObject(made) && typeof made.id === 'string' ? { id: made.id } : undefined;
    };
    const of = { projectId: project.id, integrationId: integration.id };
    const fresh: string[] = [];
    while (fresh.length < installations) {
      const installation = await create('installations', of);
      if (!installation) return fixtures;
      fresh.push(installation.id);
    }
    const otherOrg = await create('orgs', {});
    return { ...fixtures, ...(otherOrg && { otherOrg }), installations: fresh };
  } finally {
    client.close();
  }
}

async function isMock(client: Client): Promise<boolean> {
  const health = await send(client, 'GET', '/__admin/health', { headers: {} });
  return health !== undefined && isObject(health.json) && health.json.name === 'integration-contract';
}

/** The response to a request to the control API; undefined if there is no response. */
async function send(
  client: Client,
  method: string,
  path: string,
  request: Pick<WireRequest, 'headers' | 'body'>,
): Promise<Answer | undefined> {
  try {
    return await client.sendOnce({ method, path, ...request });
  } catch {
    return undefined;
  }
}

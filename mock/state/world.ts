import {
  type Installation,
  type Integration,
  type Invite,
  type JwtKey,
  type Organization,
  type Project,
  type Provider,
  type StoredField,
  WORLD_COLLECTIONS,
} from './collections.ts';
import {
  putField,
  putInstallation,
  putIntegration,
  putInvite,
  putJwtKey,
  putOrganization,
  putProject,
  putProvider,
} from './records.ts';
import type { Transaction } from './store.ts';

/** The whole state of a sandbox as plain data: the seed, a snapshot. */
export interface World {
  readonly projects: readonly Project[];
  readonly orgs: readonly Organization[];
  readonly providers: readonly Provider[];
  readonly integrations: readonly Integration[];
  readonly installations: readonly Installation[];
  readonly jwtKeys: readonly JwtKey[];
  readonly invites: readonly Invite[];
  readonly fields: readonly StoredField[];
}

export const EMPTY_WORLD: World = {
  projects: [],
  orgs: [],
  providers: [],
  integrations: [],
  installations: [],
  jwtKeys: [],
  invites: [],
  fields: [],
};

/** Replaces the whole world; identifiers from a seed begin anew. */
export async function loadWorld(tx: Transaction, world: World): Promise<void> {
  await tx.clear(WORLD_COLLECTIONS);
  for (const project of world.projects) await putProject(tx, project);
  for (const organization of world.orgs) await putOrganization(tx, organization);
  for (const provider of world.providers) await putProvider(tx, provider);
  for (const integration of world.integrations) await putIntegration(tx, integration);
  for (const installation of world.installations) await putInstallation(tx, installation);
  for (const key of world.jwtKeys) await putJwtKey(tx, key);
  for (const invite of world.invites) await putInvite(tx, invite);
  for (const field of world.fields) await putField(tx, field);
}

export async function readWorld(tx: Transaction): Promise<World> {
  return {
    projects: await tx.list('projects'),
    orgs: await tx.list('orgs'),
    providers: await tx.list('providers'),
    integrations: await tx.list('integrations'),
    installations: await tx.list('installations'),
    jwtKeys: await tx.list('jwtKeys'),
    invites: await tx.list('invites'),
    fields: await tx.list('fields'),
  };
}

/** A place in a world that cannot stand: JSON Pointer and one sentence. */
export interface WorldMistake {
  readonly pointer: string;
  readonly detail: string;
}

/** References that lead to nothing, and what is there twice. */
export function worldMistakes(world: World): WorldMistake[] {
  const projects = new Set(world.projects.map(({ id }) => id));
  const orgs = new Set(world.orgs.map(({ id }) => id));
  const integrations = new Set(world.integrations.map(({ projectId, id }) => `${projectId} ${id}`));
  return [
    ...mistakes('integrations', world.integrations, ({ projectId }) =>
      projects.has(projectId) ? undefined : `there is no project ${projectId}.`,
    ),
    ...mistakes('jwtKeys', world.jwtKeys, ({ projectId }) =>
      projects.has(projectId) ? undefined : `there is no project ${projectId}.`,
    ),
    ...mistakes('installations', world.installations, ({ projectId, integrationId }) =>
      integrations.has(`${projectId} ${integrationId}`)
        ? undefined
        : `project ${projectId} has no integration ${integrationId}.`,
    ),
    ...mistakes('invites', world.invites, ({ parentId }) =>
      orgs.has(parentId) ? undefined : `there is no organization ${parentId}.`,
    ),
    ...repeated('projects', world.projects, ({ id }) => `project ${id}`),
    ...repeated('projects', world.projects, ({ name }) => `project ${name}`),
    ...repeated('orgs', world.orgs, ({ id }) => `organization ${id}`),
    ...repeated('integrations', world.integrations, ({ projectId, id }) => `integration ${id} of project ${projectId}`),
    ...repeated('jwtKeys', world.jwtKeys, ({ id }) => `JWT key ${id}`),
    ...repeated('invites', world.invites, ({ id }) => `invite ${id}`),
  ];
}

function mistakes<T>(kind: keyof World, items: readonly T[], wrong: (item: T) => string | undefined): WorldMistake[] {
  return items.flatMap((item, index) => {
    const reason = wrong(item);
    return reason === undefined ? [] : [{ pointer: `/${kind}/${index}`, detail: `${kind}.${index}: ${reason}` }];
  });
}

function repeated<T>(kind: keyof World, items: readonly T[], nameOf: (item: T) => string): WorldMistake[] {
  const seen = new Set<string>();
  return mistakes(kind, items, (item) => {
    const name = nameOf(item);
    if (seen.has(name)) return `${name} is there twice.`;
    seen.add(name);
    return undefined;
  });
}

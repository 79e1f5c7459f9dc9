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

/** What a reference in the world leads to nothing, one sentence each. */
export function danglingReferences(world: World): string[] {
  const projects = new Set(world.projects.map(({ id }) => id));
  const orgs = new Set(world.orgs.map(({ id }) => id));
  const integrations = new Set(world.integrations.map(({ projectId, id }) => `${projectId} ${id}`));
  return [
    ...world.integrations
      .filter((item) => !projects.has(item.projectId))
      .map((item) => `integration ${item.id}: there is no project ${item.projectId}.`),
    ...world.jwtKeys
      .filter((item) => !projects.has(item.projectId))
      .map((item) => `JWT key ${item.id}: there is no project ${item.projectId}.`),
    ...world.installations
      .filter((item) => !integrations.has(`${item.projectId} ${item.integrationId}`))
      .map((item) => `installation ${item.id}: project ${item.projectId} has no integration ${item.integrationId}.`),
    ...world.invites
      .filter((item) => !orgs.has(item.parentId))
      .map((item) => `invite ${item.id}: there is no organization ${item.parentId}.`),
  ];
}

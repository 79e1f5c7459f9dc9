import { Problem } from '../core/problem.ts';
import type { Transaction } from '../core/store.ts';
import type { Collections } from '../sandboxes/collections.ts';
import { findProject } from '../sandboxes/records.ts';

/** Looks up what a path names; each returns a 404 problem for what is unknown or belongs elsewhere (D07). */

export async function theProject(
  tx: Transaction,
  idOrName: string | undefined,
): Promise<Collections['projects'] | Problem> {
  return (await findProject(tx, idOrName ?? '')) ?? new Problem('notFound', `There is no project ${idOrName}.`);
}

export async function theIntegration(
  tx: Transaction,
  projectIdOrName: string | undefined,
  id: string | undefined,
): Promise<Collections['integrations'] | Problem> {
  const project = await theProject(tx, projectIdOrName);
  if (project instanceof Problem) return project;
  return (
    (await tx.get('integrations', [project.id, id ?? ''])) ??
    new Problem('notFound', `Project ${project.name} has no integration ${id}.`)
  );
}

export async function theOrganization(tx: Transaction, id: string | undefined): Promise<Collections['orgs'] | Problem> {
  return (await tx.get('orgs', [id ?? ''])) ?? new Problem('notFound', `There is no organization ${id}.`);
}

export async function theProvider(
  tx: Transaction,
  name: string | undefined,
): Promise<Collections['providers'] | Problem> {
  return (await tx.get('providers', [name ?? ''])) ?? new Problem('notFound', `There is no provider ${name}.`);
}

export async function theJwtKey(
  tx: Transaction,
  projectIdOrName: string | undefined,
  id: string | undefined,
): Promise<Collections['jwtKeys'] | Problem> {
  const project = await theProject(tx, projectIdOrName);
  if (project instanceof Problem) return project;
  return (
    (await tx.get('jwtKeys', [project.id, id ?? ''])) ??
    new Problem('notFound', `Project ${project.name} has no JWT key ${id}.`)
  );
}

export async function theInstallation(
  tx: Transaction,
  projectIdOrName: string | undefined,
  integrationId: string | undefined,
  id: string | undefined,
): Promise<Collections['installations'] | Problem> {
  const integration = await theIntegration(tx, projectIdOrName, integrationId);
  if (integration instanceof Problem) return integration;
  return (
    (await tx.get('installations', [integration.projectId, integration.id, id ?? ''])) ??
    new Problem('notFound', `Integration ${integration.name} has no installation ${id}.`)
  );
}

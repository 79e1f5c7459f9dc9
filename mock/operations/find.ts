import { Problem } from '../problems.ts';
import type { Integration, Project } from '../state/collections.ts';
import { findProject } from '../state/records.ts';
import type { Transaction } from '../state/store.ts';

/** Looks up what a path names; each returns a 404 problem for what is unknown or belongs elsewhere (D07). */

export async function theProject(tx: Transaction, idOrName: string | undefined): Promise<Project | Problem> {
  return (await findProject(tx, idOrName ?? '')) ?? new Problem('notFound', `There is no project ${idOrName}.`);
}

export async function theIntegration(
  tx: Transaction,
  projectIdOrName: string | undefined,
  id: string | undefined,
): Promise<Integration | Problem> {
  const project = await theProject(tx, projectIdOrName);
  if (project instanceof Problem) return project;
  return (
    (await tx.get('integrations', [project.id, id ?? ''])) ??
    new Problem('notFound', `Project ${project.name} has no integration ${id}.`)
  );
}

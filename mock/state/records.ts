import type {
  Installation,
  Integration,
  Invite,
  JwtKey,
  Organization,
  Project,
  Provider,
  StoredField,
} from './collections.ts';
import type { Transaction } from './store.ts';

/** How each kind of record is kept and found: its key, and the indexes that follow from it. */

export async function putProject(tx: Transaction, project: Project): Promise<void> {
  await tx.put('projects', [project.id], project);
  await tx.put('projectNames', [project.name], project.id);
}

/** A project by its ID or, failing that, by its name (D12). */
export async function findProject(tx: Transaction, idOrName: string): Promise<Project | undefined> {
  const byId = await tx.get('projects', [idOrName]);
  if (byId) return byId;
  const id = await tx.get('projectNames', [idOrName]);
  return id === undefined ? undefined : tx.get('projects', [id]);
}

export function putOrganization(tx: Transaction, organization: Organization): Promise<void> {
  return tx.put('orgs', [organization.id], organization);
}

export function putProvider(tx: Transaction, provider: Provider): Promise<void> {
  return tx.put('providers', [provider.name], provider);
}

export async function putIntegration(tx: Transaction, integration: Integration): Promise<void> {
  await tx.put('integrations', [integration.projectId, integration.id], integration);
  await tx.put('integrationNames', [integration.projectId, integration.name], integration.id);
}

export function putInstallation(tx: Transaction, { projectId, integrationId, id }: Installation): Promise<void> {
  return tx.put('installations', [projectId, integrationId, id], { id, projectId, integrationId });
}

export function putJwtKey(tx: Transaction, key: JwtKey): Promise<void> {
  return tx.put('jwtKeys', [key.projectId, key.id], key);
}

export async function putInvite(tx: Transaction, invite: Invite): Promise<void> {
  await tx.put('invites', [invite.parentId, invite.id], invite);
  const address = [invite.parentId, invite.invitedEmail];
  if (invite.status === 'pending') await tx.put('pendingInvites', address, [invite.parentId, invite.id]);
  else if ((await tx.get('pendingInvites', address))?.[1] === invite.id) await tx.delete('pendingInvites', address);
}

/** The invite that waits for an answer from the address. */
export async function findPendingInvite(tx: Transaction, orgId: string, email: string): Promise<Invite | undefined> {
  const key = await tx.get('pendingInvites', [orgId, email]);
  return key && tx.get('invites', key);
}

export function fieldKey(field: Omit<StoredField, 'definition'>, fieldName: string): string[] {
  return [field.projectId, field.owner, field.ownerId, field.groupRef, field.objectName, fieldName];
}

export function putField(tx: Transaction, field: StoredField): Promise<void> {
  return tx.put('fields', fieldKey(field, field.definition.fieldName), field);
}

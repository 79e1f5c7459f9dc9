import type { Transaction } from '../core/store.ts';
import type { Collections, Invite, Project } from './collections.ts';
import { KINDS, type KindName } from './kinds.ts';

/** Creates or replaces a record, and keeps its index right. */
export async function putRecord<C extends KindName>(
  tx: Transaction,
  collection: C,
  record: Collections[C],
): Promise<void> {
  const { key, index } = KINDS[collection];
  const id = key(record);
  if (index) {
    const before = await tx.get(collection, id);
    if (before) await removeFromIndex(tx, collection, before);
    const entry = index(record);
    if (entry) await tx.put(entry.collection, entry.key, id);
  }
  await tx.put(collection, id, record);
}

/** Deletes a record and what the index has of it; what refers to it stays. */
export async function deleteRecord<C extends KindName>(
  tx: Transaction,
  collection: C,
  record: Collections[C],
): Promise<void> {
  await removeFromIndex(tx, collection, record);
  await tx.delete(collection, KINDS[collection].key(record));
}

/** Another record that has the place in the index which this one would take. */
export async function findRival<C extends KindName>(
  tx: Transaction,
  collection: C,
  record: Collections[C],
): Promise<Collections[C] | undefined> {
  const { key, index } = KINDS[collection];
  const entry = index?.(record);
  const holder = entry && (await tx.get(entry.collection, entry.key));
  return holder && !sameKey(holder, key(record)) ? tx.get(collection, holder) : undefined;
}

/** A project by its ID or, failing that, by its name (D12). */
export async function findProject(tx: Transaction, idOrName: string): Promise<Project | undefined> {
  const byId = await tx.get('projects', [idOrName]);
  if (byId) return byId;
  const key = await tx.get('projectNames', [idOrName]);
  return key && tx.get('projects', key);
}

/** The invite that waits for an answer from the address. */
export async function findPendingInvite(tx: Transaction, orgId: string, email: string): Promise<Invite | undefined> {
  const key = await tx.get('pendingInvites', [orgId, email]);
  return key && tx.get('invites', key);
}

/** Takes the record's own entry out; one that leads to another record stays. */
async function removeFromIndex<C extends KindName>(
  tx: Transaction,
  collection: C,
  record: Collections[C],
): Promise<void> {
  const { key, index } = KINDS[collection];
  const entry = index?.(record);
  const holder = entry && (await tx.get(entry.collection, entry.key));
  if (entry && holder && sameKey(holder, key(record))) await tx.delete(entry.collection, entry.key);
}

function sameKey(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}

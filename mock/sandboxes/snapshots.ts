import type { Kinds } from '../core/kinds.ts';
import { collection, type Transaction } from '../core/store.ts';
import { worldCollections } from './world.ts';

/** A world that was kept under a name: a copy within the store. */
export interface Snapshot {
  readonly name: string;
  /** RFC 3339, by the clock of the sandbox. */
  readonly takenAt: string;
}

/** The names of those that exist; the copies are sandboxes of the store alone. */
export const SNAPSHOTS = collection<Snapshot>('snapshots');

/** @returns whether the name is new */
export async function takeSnapshot(
  tx: Transaction,
  kinds: Kinds,
  sandbox: string,
  snapshot: Snapshot,
): Promise<boolean> {
  const isNew = (await tx.get(SNAPSHOTS, [snapshot.name])) === undefined;
  await tx.in(keeperOf(sandbox, snapshot.name)).copyFrom(sandbox, worldCollections(kinds));
  await tx.put(SNAPSHOTS, [snapshot.name], snapshot);
  return isNew;
}

/** @returns whether there is such a snapshot */
export async function restoreSnapshot(tx: Transaction, kinds: Kinds, sandbox: string, name: string): Promise<boolean> {
  if (!(await tx.get(SNAPSHOTS, [name]))) return false;
  await tx.copyFrom(keeperOf(sandbox, name), worldCollections(kinds));
  return true;
}

/** @returns whether there was such a snapshot */
export async function deleteSnapshot(tx: Transaction, sandbox: string, name: string): Promise<boolean> {
  await tx.in(keeperOf(sandbox, name)).drop();
  return tx.delete(SNAPSHOTS, [name]);
}

/** For the end of a sandbox. */
export async function deleteSnapshots(tx: Transaction, sandbox: string): Promise<void> {
  for (const { name } of await tx.list(SNAPSHOTS)) await deleteSnapshot(tx, sandbox, name);
}

/** Which sandbox of the store holds the copy: no request can have this name. */
function keeperOf(sandbox: string, snapshot: string): string {
  return ` snapshot ${sandbox} ${snapshot}`;
}

import type { Kinds } from '../core/kinds.ts';
import { collection, type Transaction } from '../core/store.ts';
import { stateCollections } from './state.ts';

/**
 * A saved state of a sandbox. A `Snapshot` only describes the saved state; the saved records are a separate copy in the
 * store.
 */
export interface Snapshot {
  readonly name: string;
  /** The time when a client created or replaced the snapshot (RFC 3339), by the clock of the sandbox. */
  readonly takenAt: string;
}

/**
 * The collection of the snapshots of a sandbox. The store keeps the records of each snapshot like a separate sandbox
 * (`copyOf`).
 */
export const SNAPSHOTS = collection<Snapshot>('snapshots');

/** Saves the state of a sandbox as a snapshot. @returns false if the function replaced a snapshot with the same name */
export async function takeSnapshot(
  tx: Transaction,
  kinds: Kinds,
  sandbox: string,
  snapshot: Snapshot,
): Promise<boolean> {
  const isNew = (await tx.get(SNAPSHOTS, [snapshot.name])) === undefined;
  await tx.in(copyOf(sandbox, snapshot.name)).copyFrom(sandbox, stateCollections(kinds));
  await tx.put(SNAPSHOTS, [snapshot.name], snapshot);
  return isNew;
}

/** @returns false if the sandbox has no snapshot with this name */
export async function restoreSnapshot(tx: Transaction, kinds: Kinds, sandbox: string, name: string): Promise<boolean> {
  if (!(await tx.get(SNAPSHOTS, [name]))) return false;
  await tx.copyFrom(copyOf(sandbox, name), stateCollections(kinds));
  return true;
}

/** @returns true if the snapshot existed */
export async function deleteSnapshot(tx: Transaction, sandbox: string, name: string): Promise<boolean> {
  if (!(await tx.get(SNAPSHOTS, [name]))) return false;
  await tx.in(copyOf(sandbox, name)).drop();
  await tx.delete(SNAPSHOTS, [name]);
  return true;
}

/** Deletes all snapshots of a sandbox. */
export async function deleteSnapshots(tx: Transaction, sandbox: string): Promise<void> {
  for (const { name } of await tx.list(SNAPSHOTS)) await deleteSnapshot(tx, sandbox, name);
}

/**
 * Returns the name under which the store keeps the records of a snapshot. A name of snapshot records contains
 * spaces, so no sandbox of a client can have the same name.
 */
function copyOf(sandbox: string, snapshot: string): string {
  return ` snapshot ${sandbox} ${snapshot}`;
}

import type { Transaction } from '../core/store.ts';
import { type Snapshot, WORLD_COLLECTIONS } from './collections.ts';

/** What the transaction's sandbox keeps under a name: its world as it was, copied within the store. */

/** @returns whether the name is new */
export async function takeSnapshot(tx: Transaction, sandbox: string, snapshot: Snapshot): Promise<boolean> {
  const isNew = (await tx.get('snapshots', [snapshot.name])) === undefined;
  await tx.in(keeperOf(sandbox, snapshot.name)).copyFrom(sandbox, WORLD_COLLECTIONS);
  await tx.put('snapshots', [snapshot.name], snapshot);
  return isNew;
}

/** @returns whether there is such a snapshot */
export async function restoreSnapshot(tx: Transaction, sandbox: string, name: string): Promise<boolean> {
  if (!(await tx.get('snapshots', [name]))) return false;
  await tx.copyFrom(keeperOf(sandbox, name), WORLD_COLLECTIONS);
  return true;
}

/** @returns whether there was such a snapshot */
export async function deleteSnapshot(tx: Transaction, sandbox: string, name: string): Promise<boolean> {
  await tx.in(keeperOf(sandbox, name)).drop();
  return tx.delete('snapshots', [name]);
}

/** For the end of a sandbox. */
export async function deleteSnapshots(tx: Transaction, sandbox: string): Promise<void> {
  for (const { name } of await tx.list('snapshots')) await deleteSnapshot(tx, sandbox, name);
}

/** Which sandbox of the store holds the copy: no request can have this name. */
function keeperOf(sandbox: string, snapshot: string): string {
  return ` snapshot ${sandbox} ${snapshot}`;
}

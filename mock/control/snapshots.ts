import type { Kinds } from '../core/kinds.ts';
import { LIMITS } from '../core/limits.ts';
import { inTransaction, type SandboxHandlers } from '../core/operation-handler.ts';
import { Problem } from '../core/problem.ts';
import { deleteSnapshot, restoreSnapshot, SNAPSHOTS, takeSnapshot } from '../sandboxes/snapshots.ts';

/** Creates the handlers of the operations on the snapshots of a sandbox. */
export function snapshotHandlers(kinds: Kinds): SandboxHandlers {
  return {
    listSnapshots: inTransaction(async (_request, tx) => ({ body: { snapshots: await tx.list(SNAPSHOTS) } })),
    putSnapshot: inTransaction(async ({ params: { snapshot: name = '' } }, tx, sandbox) => {
      const known = await tx.list(SNAPSHOTS);
      if (known.length >= LIMITS.snapshots.default && !known.some((one) => one.name === name))
        return new Problem(
          'impossible',
          `The sandbox has ${known.length} snapshots, the largest allowed number. Delete a snapshot first.`,
        );
      const snapshot = { name, takenAt: sandbox.clockIn(tx).now().toISOString() };
      const isNew = await takeSnapshot(tx, kinds, sandbox.name, snapshot);
      return { status: isNew ? 201 : 200, body: snapshot };
    }),
    restoreSnapshot: inTransaction(async ({ params: { snapshot = '' } }, tx, { name }) =>
      (await restoreSnapshot(tx, kinds, name, snapshot)) ? {} : unknown(snapshot),
    ),
    deleteSnapshot: inTransaction(async ({ params: { snapshot = '' } }, tx, { name }) =>
      (await deleteSnapshot(tx, name, snapshot)) ? {} : unknown(snapshot),
    ),
  };
}

function unknown(snapshot: string): Problem {
  return new Problem('notFound', `Snapshot ${snapshot} does not exist. GET /__admin/snapshots lists the snapshots.`);
}

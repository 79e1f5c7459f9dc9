import type { SandboxHandler, SandboxHandlers } from '../core/operation-handler.ts';
import { Problem } from '../core/problem.ts';
import { deleteSnapshot, restoreSnapshot, SNAPSHOTS, takeSnapshot } from '../sandboxes/snapshots.ts';

/** Worlds of the sandbox that were kept under a name. */
export function snapshotHandlers(): SandboxHandlers {
  return { listSnapshots, putSnapshot, restoreSnapshot: restore, deleteSnapshot: remove };
}

const listSnapshots: SandboxHandler = async (_request, { transaction }) => ({
  body: { snapshots: await transaction((tx) => tx.list(SNAPSHOTS)) },
});

const putSnapshot: SandboxHandler = async (
  { params: { snapshot: name = '' } },
  { name: sandbox, clock, transaction },
) => {
  const snapshot = { name, takenAt: clock.now().toISOString() };
  const isNew = await transaction((tx) => takeSnapshot(tx, sandbox, snapshot));
  return { status: isNew ? 201 : 200, body: snapshot };
};

const restore: SandboxHandler = async ({ params: { snapshot = '' } }, { name: sandbox, transaction }) =>
  (await transaction((tx) => restoreSnapshot(tx, sandbox, snapshot))) ? {} : unknown(snapshot);

const remove: SandboxHandler = async ({ params: { snapshot = '' } }, { name: sandbox, transaction }) =>
  (await transaction((tx) => deleteSnapshot(tx, sandbox, snapshot))) ? {} : unknown(snapshot);

function unknown(snapshot: string): Problem {
  return new Problem(
    'notFound',
    `There is no snapshot ${snapshot}. GET /__admin/snapshots lists those that there are.`,
  );
}

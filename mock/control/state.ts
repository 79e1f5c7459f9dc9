import { inTransaction, type OperationHandler, type SandboxHandlers } from '../core/operation-handler.ts';
import { Problem } from '../core/problem.ts';
import type { Sandboxes } from '../sandboxes/sandboxes.ts';
import { EMPTY_WORLD, loadWorld, readWorld, type World, worldMistakes } from '../sandboxes/world.ts';
import { expireInvites } from '../service/invite-expiry.ts';

/** The world of a sandbox, whole. */
export function stateHandlers(sandboxes: Sandboxes): SandboxHandlers {
  return {
    getState: inTransaction(getState),
    putState: inTransaction(putState),
    resetState: async (_request, { name }) => {
      await sandboxes.reset(name);
      return {};
    },
  };
}

const getState: OperationHandler = async (_request, { tx, clock, settings }) => {
  await expireInvites(tx, clock, settings);
  return { body: await readWorld(tx) };
};

const putState: OperationHandler<Partial<World>> = async ({ body }, { tx }) => {
  const world = { ...EMPTY_WORLD, ...body };
  const mistakes = worldMistakes(world).slice(0, 10);
  if (mistakes.length > 0) return new Problem('impossible', mistakes.map(({ detail }) => detail).join(' '));
  await loadWorld(tx, world);
  return {};
};

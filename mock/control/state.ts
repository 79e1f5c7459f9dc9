import type { Kinds } from '../core/kinds.ts';
import { inTransaction, type SandboxHandlers } from '../core/operation-handler.ts';
import { Problem } from '../core/problem.ts';
import type { World } from '../core/service.ts';
import { Records } from '../sandboxes/records.ts';
import type { Sandboxes } from '../sandboxes/sandboxes.ts';
import { readState, replaceState, stateErrors } from '../sandboxes/state.ts';

const MAX_ERRORS = 10;

/** Creates the handlers of the operations on the complete state of a sandbox. */
export function stateHandlers(sandboxes: Sandboxes, kinds: Kinds): SandboxHandlers {
  return {
    getState: inTransaction(async (_request, tx, sandbox) => ({
      body: await readState(new Records(kinds, tx, sandbox), kinds),
    })),
    putState: inTransaction<World>(async ({ body }, tx) => {
      const errors = stateErrors(kinds, body).slice(0, MAX_ERRORS);
      if (errors.length > 0) return new Problem('impossible', errors.map(({ detail }) => detail).join(' '));
      await replaceState(tx, kinds, body);
      return {};
    }),
    resetState: async (_request, { name }) => {
      await sandboxes.reset(name);
      return {};
    },
  };
}

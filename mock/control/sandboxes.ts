import type { SandboxHandler, SandboxHandlers } from '../core/operation-handler.ts';
import { Problem } from '../core/problem.ts';
import type { Sandboxes } from '../sandboxes/sandboxes.ts';

/** The worlds beside this one. */
export function sandboxHandlers(sandboxes: Sandboxes): SandboxHandlers {
  const listSandboxes: SandboxHandler = async () => ({ body: { sandboxes: await sandboxes.list() } });

  const deleteSandbox: SandboxHandler = async ({ params: { sandbox = '' } }) =>
    (await sandboxes.delete(sandbox)) ? {} : new Problem('notFound', `There is no sandbox ${sandbox}.`);

  return { listSandboxes, deleteSandbox };
}

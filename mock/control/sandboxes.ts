import type { SandboxHandler, SandboxHandlers } from '../core/operation-handler.ts';
import { Problem } from '../core/problem.ts';
import type { Sandboxes } from '../sandboxes/sandboxes.ts';

/** The operations on the sandboxes of the mock. */
export function sandboxHandlers(sandboxes: Sandboxes): SandboxHandlers {
  const listSandboxes: SandboxHandler = async () => ({ body: { sandboxes: await sandboxes.list() } });

  const deleteSandbox: SandboxHandler = async ({ params: { sandbox = '' } }) =>
    (await sandboxes.delete(sandbox)) ? {} : new Problem('notFound', `Sandbox ${sandbox} does not exist.`);

  return { listSandboxes, deleteSandbox };
}

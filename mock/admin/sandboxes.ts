import type { SandboxHandler, SandboxHandlers } from '../operation-handler.ts';
import { Problem } from '../problems.ts';
import type { Sandboxes } from '../sandboxes.ts';

/** The worlds beside this one. */
export function sandboxHandlers(sandboxes: Sandboxes): SandboxHandlers {
  const listSandboxes: SandboxHandler = async () => ({ body: { sandboxes: await sandboxes.list() } });

  const deleteSandbox: SandboxHandler = async ({ params: { sandbox = '' } }) =>
    (await sandboxes.delete(sandbox)) ? {} : new Problem('notFound', `There is no sandbox ${sandbox}.`);

  return { listSandboxes, deleteSandbox };
}

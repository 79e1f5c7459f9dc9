import type { SandboxHandler, SandboxHandlers } from '../core/operation-handler.ts';
import { Problem } from '../core/problem.ts';
import { SETTINGS } from '../core/settings.ts';
import { JOURNAL_BYTES, JOURNAL_SIZE } from '../journal/journal.ts';
import type { Sandboxes } from '../sandboxes/sandboxes.ts';

/** Creates the handlers of the operations on the sandboxes of the mock. */
export function sandboxHandlers(sandboxes: Sandboxes): SandboxHandlers {
  const listSandboxes: SandboxHandler = async () => {
    const [lives, requests, bytes, settings] = await Promise.all([
      sandboxes.list(),
      sandboxes.values(JOURNAL_SIZE),
      sandboxes.values(JOURNAL_BYTES),
      sandboxes.values(SETTINGS),
    ]);
    const withCounts = lives.map((life) => ({
      ...life,
      requests: requests.get(life.name) ?? 0,
      journalBytes: bytes.get(life.name) ?? 0,
      faults: (settings.get(life.name)?.faults ?? sandboxes.faults).length,
    }));
    return { body: { sandboxes: withCounts } };
  };

  const deleteSandbox: SandboxHandler = async ({ params: { sandbox = '' } }) =>
    (await sandboxes.delete(sandbox)) ? {} : new Problem('notFound', `Sandbox ${sandbox} does not exist.`);

  return { listSandboxes, deleteSandbox };
}

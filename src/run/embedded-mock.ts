import { NEEDED_INSTALLATIONS, type Selection } from '../../conformance/index.ts';
import type { RunningMock, StartOptions } from '../../mock/index.ts';

/**
 * Starts a mock in this process. Its modules are loaded only now, since a run against another server does not need
 * them.
 *
 * The import is not in a function with `await using`: TypeScript would not rewrite its `.ts` in the built package.
 */
export async function startEmbeddedMock(options: StartOptions): Promise<RunningMock> {
  const { startMock } = await import('../../mock/index.ts');
  return startMock(options);
}

/** Number of installations for a run against a mock. Generated sequences need additional ones. */
export function installationsFor({ exploration }: Selection): number {
  return exploration ? 2 * NEEDED_INSTALLATIONS : NEEDED_INSTALLATIONS;
}

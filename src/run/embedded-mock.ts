import { NEEDED_INSTALLATIONS, type Selection } from '../../conformance/index.ts';
import type { RunningMock, StartOptions } from '../../mock/index.ts';

/**
 * Starts a mock within this process. It is loaded now and not before: who judges a server elsewhere does not wait for
 * it.
 *
 * The path is in no function that says `await using`: there, TypeScript would leave the `.ts` in the built package.
 */
export async function startEmbeddedMock(options: StartOptions): Promise<RunningMock> {
  const { startMock } = await import('../../mock/index.ts');
  return startMock(options);
}

/** The number of installations that a mock of ours gets: sequences may take those that the fixed cases leave. */
export function installationsFor({ exploration }: Selection): number {
  return exploration ? 2 * NEEDED_INSTALLATIONS : NEEDED_INSTALLATIONS;
}

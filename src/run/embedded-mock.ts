import { NEEDED_INSTALLATIONS, type Selection } from '../../conformance/index.ts';
import type { RunningMock, StartOptions } from '../../mock/index.ts';

/**
 * Starts a mock in this process. The modules of the mock are loaded when this function is called, since a run against
 * another server does not need them.
 *
 * The dynamic import must not be in a function with `await using`, since TypeScript does not replace the extension
 * `.ts` of an import in such a function when it builds the package.
 */
export async function startEmbeddedMock(options: StartOptions): Promise<RunningMock> {
  const { startMock } = await import('../../mock/index.ts');
  return startMock(options);
}

/**
 * Number of installations that a run creates in a mock as fixtures. A run with generated sequences of requests needs
 * more installations than a run of the fixed cases.
 */
export function installationsFor({ exploration }: Selection): number {
  return exploration ? 2 * NEEDED_INSTALLATIONS : NEEDED_INSTALLATIONS;
}

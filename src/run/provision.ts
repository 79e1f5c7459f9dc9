import type { Fixtures } from '../../conformance/connection/fixture-kind.ts';
import { ConfigurationError, checkFixtures, FIXTURES, type TargetConfiguration } from '../../conformance/index.ts';
import type { RunResult } from '../run-result/run-result.ts';
import type { CreatedData } from '../run-result/trace.ts';
import { callHook, HookError } from './hook.ts';

/**
 * Configuration with the fixtures that its `provision` hook created. The fixtures of the hook have priority over the
 * configured fixtures.
 *
 * @throws ConfigurationError if the hook fails or its output is not valid fixtures
 */
export async function provisioned(baseUrl: string, configuration: TargetConfiguration): Promise<TargetConfiguration> {
  const { provision, fixtures } = configuration;
  if (!provision) return configuration;
  let text: string;
  try {
    text = await callHook('the provision hook', provision, { baseUrl });
  } catch (error) {
    if (error instanceof HookError) throw new ConfigurationError(`${error.message}.`, { cause: error });
    throw error;
  }
  return {
    ...configuration,
    fixtures: { ...fixtures, ...checkFixtures(parsed(text), 'The provision hook', FIXTURES) },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigurationError(`The output of the provision hook is not JSON: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

/** Input of a `cleanup` hook. */
export interface CleanupInput {
  readonly baseUrl: string;
  readonly runId: string;
  readonly leftovers: readonly CreatedData[];
  /**
   * IDs of the fixtures that the run deleted; a property such as `installationsUsed` contains the IDs of one kind of
   * record.
   */
  readonly [used: `${string}Used`]: readonly string[];
  /** Fixtures of the run, without API keys. */
  readonly fixtures: Omit<Fixtures, 'forbiddenApiKey'>;
}

/**
 * Calls the `cleanup` hook, if configured. A failure of the `cleanup` hook does not affect the verdict. @returns the
 * outcome of the hook
 */
export async function cleanedUp(
  { cleanup }: TargetConfiguration,
  input: CleanupInput,
): Promise<NonNullable<RunResult['cleanup']> | undefined> {
  if (!cleanup) return undefined;
  try {
    await callHook('the cleanup hook', cleanup, input);
    return { outcome: 'done' };
  } catch (error) {
    if (error instanceof HookError) return { outcome: 'failed', message: error.message };
    throw error;
  }
}

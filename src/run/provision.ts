import type { Fixtures } from '../../conformance/connection/fixture-kind.ts';
import { ConfigurationError, checkFixtures, FIXTURES, type TargetConfiguration } from '../../conformance/index.ts';
import type { RunResult } from '../run-result/run-result.ts';
import type { CreatedData } from '../run-result/trace.ts';
import { callHook, HookError } from './hook.ts';

/**
 * The configuration with the fixtures that its `provision` hook made, which win over those that it names.
 *
 * @throws ConfigurationError when the hook fails or what it says is no fixtures
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
    throw new ConfigurationError(`The provision hook answers no JSON: ${(error as Error).message}.`, { cause: error });
  }
}

/** What a `cleanup` hook is given. */
export interface CleanupInput {
  readonly baseUrl: string;
  readonly runId: string;
  readonly leftovers: readonly CreatedData[];
  /** Ids of deleted records by kind: `installationsUsed`. */
  readonly [used: `${string}Used`]: readonly string[];
  /** Fixtures of the run, without its keys. */
  readonly fixtures: Omit<Fixtures, 'forbiddenApiKey'>;
}

/** Calls the `cleanup` hook, if there is one. @returns what came of it: a failure is no fault of the target */
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

import {
  type Conceal,
  concealer,
  FIXTURES,
  forbiddenKeyOf,
  requireDistinct,
  requireFieldValue,
  SEEDED_API_KEY,
  type Selection,
  secretsOf,
  type TargetConfiguration,
  unmistakable,
} from '../../conformance/index.ts';
import type { Gate } from '../run-result/assemble.ts';
import type { Tolerances } from './tolerances.ts';

/** The settings of a run against one target. */
interface RunSettings {
  /** Path of the OpenAPI document; the project's own when absent. */
  readonly spec?: string;
  readonly selection: Selection;
  readonly basis: Gate;
  /** Longest wait for a response. */
  readonly timeoutMs: number;
  /** Cases at a time. */
  readonly concurrency: number;
  readonly runId?: string;
  readonly referee?: 'prism';
  /** Folder of the reports. */
  readonly reports: string;
  /** The command of this run without its exploration: with the flags of a finding, it repeats the finding. */
  readonly command: string;
}

/** One target of a run and all that is known of it before the run. */
export interface Side {
  /** Undefined: an embedded mock. */
  readonly baseUrl: string | undefined;
  readonly configuration: TargetConfiguration;
  readonly settings: RunSettings;
  readonly tolerances: Tolerances;
}

export function apiKeyOf({ apiKey = SEEDED_API_KEY }: TargetConfiguration): string {
  return apiKey;
}

/** Takes the secrets of a run out of every text, except words of the run itself. */
export function concealerFor(configuration: TargetConfiguration, ownWords?: string): Conceal {
  return concealer(unmistakable(secretsOf(configuration, ownWords), ownWords));
}

/** @throws ConfigurationError when HTTP does not allow a key, or two fixtures are the same, unless a hook makes them */
export function requireUsable(
  configuration: TargetConfiguration,
  apiKey = 'The API key (--api-key, CONTRACT_API_KEY or apiKey)',
): void {
  requireFieldValue(apiKey, apiKeyOf(configuration));
  requireFieldValue('The fixture `forbiddenApiKey`', forbiddenKeyOf(configuration.fixtures));
  if (!configuration.provision) requireDistinct(apiKeyOf(configuration), configuration.fixtures, FIXTURES);
}

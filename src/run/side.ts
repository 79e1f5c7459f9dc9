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
import { MIN_SECRET_LENGTH } from '../contract/hide-secrets.ts';
import type { ReportFormat } from '../report/write-reports.ts';
import type { Gate } from '../run-result/assemble.ts';
import { count } from '../run-result/words.ts';
import type { Tolerances } from './tolerances.ts';

/** Settings of a run against one target. */
interface RunSettings {
  /** Path of the OpenAPI document; by default, the document of this project. */
  readonly spec?: string;
  readonly selection: Selection;
  readonly basis: Gate;
  /** Maximum time to wait for one response, in milliseconds. */
  readonly timeoutMs: number;
  /** Maximum number of concurrent cases. */
  readonly concurrency: number;
  /** Number of failed cases after which the run ends. */
  readonly maxFailures?: number;
  readonly runId?: string;
  readonly referee?: 'prism';
  /** Folder of the reports. */
  readonly reports: string;
  /** Formats of the reports; by default, the run writes all formats. */
  readonly formats?: readonly ReportFormat[];
  /**
   * Command line of the run without its exploration flags. To repeat a finding of an exploration, the user adds to this
   * command line the flags that the finding shows.
   */
  readonly command: string;
}

/** Target of a run, with its configuration and settings. */
export interface Side {
  /** Base URL of the target; undefined for an embedded mock. */
  readonly baseUrl: string | undefined;
  readonly configuration: TargetConfiguration;
  readonly settings: RunSettings;
  readonly tolerances: Tolerances;
}

export function apiKeyOf({ apiKey = SEEDED_API_KEY }: TargetConfiguration): string {
  return apiKey;
}

/**
 * Returns a function that hides the secrets of a configuration in a text. @param ownWords texts of the suite, which are
 * never hidden
 */
export function concealerFor(configuration: TargetConfiguration, ownWords?: string): Conceal {
  return concealer(unmistakable(secretsOf(configuration, ownWords), ownWords), ownWords);
}

/**
 * Notice about a short API key: reports cannot hide it in every text, since its characters also occur in other words.
 */
export function shortKeyNotice({ apiKey }: TargetConfiguration): string | undefined {
  if (apiKey === undefined || apiKey.length >= MIN_SECRET_LENGTH) return undefined;
  const where = `Reports hide an API key of fewer than ${MIN_SECRET_LENGTH} characters only in headers and query parameters.`;
  return `The API key has ${count(apiKey.length, 'character')}. ${where}`;
}

/**
 * Validates the API keys and fixtures. The fixtures of a provision hook are validated after the hook.
 *
 * @throws ConfigurationError if HTTP does not allow an API key as the value of a header, or if two fixtures are the
 * same
 */
export function requireUsable(
  configuration: TargetConfiguration,
  apiKey = 'The API key (--api-key, CONTRACT_API_KEY or apiKey)',
): void {
  requireFieldValue(apiKey, apiKeyOf(configuration));
  requireFieldValue('The fixture `forbiddenApiKey`', forbiddenKeyOf(configuration.fixtures));
  if (!configuration.provision) requireDistinct(apiKeyOf(configuration), configuration.fixtures, FIXTURES);
}

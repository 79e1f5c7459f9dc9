import { join } from 'node:path';
import {
  ConfigurationError,
  type Selection,
  type Shard,
  type TargetConfiguration,
} from '../../../conformance/index.ts';
import { baseUrlOf } from '../../base-url.ts';
import type { ReportFormat } from '../../report/write-reports.ts';
import { checkHeader, type Environment } from '../../run/connection.ts';
import type { Side } from '../../run/side.ts';
import { readTolerances } from '../../run/tolerances.ts';
import type { Gate } from '../../run-result/assemble.ts';
import type { AnnotationsChoice } from '../terminal/annotations.ts';
import { loadFile } from './configuration-file.ts';
import { commandOf, type ExplorationFlags, explorationOf } from './exploration-flags.ts';
import { failedCasesOf } from './last-failed.ts';

export interface ConformFlags extends ExplorationFlags {
  readonly apiKey?: string;
  readonly config?: string;
  readonly reports: string;
  readonly basis: Gate;
  readonly waivers?: string;
  readonly baseline?: string;
  readonly spec?: string;
  readonly timeout: number;
  readonly concurrency: number;
  readonly yes?: boolean;
  readonly plan?: boolean;
  readonly emailDomain?: string;
  readonly maxRps?: number;
  readonly ca?: string;
  readonly header?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** If true, the run skips generated requests and the cases with the tag `thorough`. */
  readonly quick?: boolean;
  /** If true, the run executes only the cases that failed according to the last report in the reports folder. */
  readonly lastFailed?: boolean;
  readonly maxFailures?: number;
  /** Glob of files whose changes start another run; `true` if only a restart of the target starts another run. */
  readonly watch?: string | boolean;
  readonly reporter?: readonly ReportFormat[];
  readonly json?: boolean;
  readonly open?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly shard?: Shard;
  readonly runId?: string;
  readonly referee?: 'prism';
  readonly annotations?: AnnotationsChoice;
  readonly showDeviations?: boolean;
  /** Base URL, or `mock`. */
  readonly against?: string;
  readonly againstConfig?: string;
  readonly againstApiKey?: string;
}

/**
 * Configuration of the target, merged from the configuration file and the flags. A flag has priority over the same
 * setting in the configuration file.
 *
 * @param file path of the configuration
 * @throws ConfigurationError if the file is invalid, or if a header is invalid or is one that the suite itself sets
 */
export async function configurationOf(
  flags: ConformFlags,
  environment: Environment,
  file = flags.config,
): Promise<TargetConfiguration> {
  const { apiKey, ca, emailDomain, maxRps, waivers, header = [] } = flags;
  const configuration = file === undefined ? {} : await loadFile(file, environment);
  const headers = { ...configuration.headers, ...Object.fromEntries(header.map(parseHeader)) };
  for (const [name, value] of Object.entries(headers)) checkHeader(name, value);
  return {
    ...configuration,
    ...(apiKey !== undefined && { apiKey }),
    ...(ca !== undefined && { ca }),
    ...(emailDomain !== undefined && { emailDomain }),
    ...(maxRps !== undefined && { maxRps }),
    ...(waivers !== undefined && { waivers }),
    ...(flags.yes === true && { consent: 'writes' as const }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

function parseHeader(text: string): [name: string, value: string] {
  const colon = text.indexOf(':');
  // The message does not quote the value of --header, which may contain a secret.
  if (colon < 1) throw new ConfigurationError("--header has no name; expected 'Name: value'.");
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}

/**
 * Settings for the run against the first target.
 *
 * @throws ConfigurationError if flags contradict each other, or the base URL is invalid
 * @throws DataError if the waivers are invalid
 * @throws ReportError if the baseline is invalid
 */
export function ownSide(flags: ConformFlags, configuration: TargetConfiguration, baseUrl: string | undefined): Side {
  if (flags.shard && flags.runId === undefined) {
    throw new ConfigurationError(
      '--shard requires --run-id. Use the same ID for all shards of a run, such as the number of the CI job.',
    );
  }
  if (flags.open && flags.reporter?.includes('html') === false) {
    throw new ConfigurationError('--open requires report.html. Add html to --reporter.');
  }
  return sideOf(flags, configuration, baseUrl);
}

function sideOf(flags: ConformFlags, configuration: TargetConfiguration, given: string | undefined): Side {
  const baseUrl = given === undefined ? undefined : baseUrlOf(given);
  const { spec, basis, timeout: timeoutMs, concurrency, maxFailures, runId, referee, reports, baseline } = flags;
  const command = commandOf(flags, baseUrl ?? '');
  const settings = {
    ...{ selection: selectionOf(flags), basis, timeoutMs, concurrency, reports, command },
    ...(spec !== undefined && { spec }),
    ...(flags.reporter && { formats: flags.reporter }),
    ...(maxFailures !== undefined && { maxFailures }),
    ...(runId !== undefined && { runId }),
    ...(referee !== undefined && { referee }),
  };
  return { baseUrl, configuration, settings, tolerances: readTolerances(configuration.waivers, baseline) };
}

function selectionOf(flags: ConformFlags): Selection {
  const { only = [], skip: named = [], quick = false, shard } = flags;
  const skip = quick ? [...named, 'thorough'] : named;
  const exploration = explorationOf(flags);
  return {
    ...{ only, skip },
    ...(flags.lastFailed && { cases: failedCasesOf(flags.reports) }),
    ...(shard && { shard }),
    ...(exploration && { exploration }),
  };
}

/**
 * Settings for the run against the second target; undefined for a run with one target. The second target has its own
 * configuration and API key. The runs against the first and the second target have the same selection of cases and the
 * same request rate.
 *
 * @throws ConfigurationError if flags contradict each other, or the configuration is invalid
 */
export async function otherSide(flags: ConformFlags, environment: Environment): Promise<Side | undefined> {
  const { against, againstConfig, againstApiKey, shard, reports } = flags;
  if (against === undefined && againstConfig === undefined) {
    if (againstApiKey === undefined) return undefined;
    throw new ConfigurationError('--against-api-key requires --against or --against-config.');
  }
  if (shard)
    throw new ConfigurationError('--against and --shard exclude each other: --against compares complete runs.');
  const { apiKey, config, ca, header, waivers, baseline, runId, referee, ...common } = flags;
  const others: ConformFlags = {
    ...{ ...common, reports: join(reports, 'against') },
    ...(againstConfig !== undefined && { config: againstConfig }),
    ...(againstApiKey !== undefined && { apiKey: againstApiKey }),
  };
  const configuration = await configurationOf(others, environment);
  const baseUrl = against ?? configuration.baseUrl;
  if (baseUrl === undefined) {
    throw new ConfigurationError(
      `${againstConfig} has no baseUrl. Add baseUrl to the configuration of the second target, or pass the base URL with --against.`,
    );
  }
  return sideOf(others, configuration, baseUrl === 'mock' ? undefined : baseUrl);
}

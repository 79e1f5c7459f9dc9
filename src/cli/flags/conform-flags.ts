import { join } from 'node:path';
import {
  ConfigurationError,
  FIXTURES,
  loadConfiguration,
  type Selection,
  type Shard,
  type TargetConfiguration,
} from '../../../conformance/index.ts';
import { baseUrlOf } from '../../run/base-url.ts';
import { checkHeader, type Environment } from '../../run/connection.ts';
import type { Side } from '../../run/side.ts';
import { readTolerances } from '../../run/tolerances.ts';
import type { Gate } from '../../run-result/assemble.ts';
import type { AnnotationsChoice } from '../terminal/annotations.ts';
import { commandOf, type ExplorationFlags, explorationOf } from './exploration-flags.ts';

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
  /** Without generated requests and the cases tagged `thorough`. */
  readonly quick?: boolean;
  readonly shard?: Shard;
  readonly runId?: string;
  readonly referee?: 'prism';
  readonly annotations?: AnnotationsChoice;
  /** A base URL, or `mock`. */
  readonly against?: string;
  readonly againstConfig?: string;
  readonly againstApiKey?: string;
}

/**
 * The configuration of the target, with what flags set in it: flags win.
 *
 * @throws ConfigurationError when the file cannot be used, a flag is no header, or a header is one that the suite sets
 */
export function configurationOf(flags: ConformFlags, environment: Environment): TargetConfiguration {
  const { config, apiKey, ca, emailDomain, maxRps, waivers, header = [] } = flags;
  const configuration = config === undefined ? {} : loadConfiguration(config, environment, FIXTURES);
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
  // The text is not shown: it may hold a secret.
  if (colon < 1) throw new ConfigurationError("--header takes 'Name: value'.");
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}

/**
 * The side of the target that the command names.
 *
 * @throws ConfigurationError when flags contradict each other, or the base URL is none
 * @throws DataError when the waivers cannot be used
 * @throws ReportError when the baseline cannot be used
 */
export function ownSide(flags: ConformFlags, configuration: TargetConfiguration, baseUrl: string | undefined): Side {
  if (flags.shard && flags.runId === undefined) {
    throw new ConfigurationError(
      '--shard needs --run-id: what the shards of one run have in common, such as the number of the CI job.',
    );
  }
  return sideOf(flags, configuration, baseUrl);
}

function sideOf(flags: ConformFlags, configuration: TargetConfiguration, given: string | undefined): Side {
  const baseUrl = given === undefined ? undefined : baseUrlOf(given);
  const { spec, basis, timeout: timeoutMs, concurrency, runId, referee, reports, baseline } = flags;
  const command = commandOf(flags, baseUrl ?? '');
  const settings = {
    ...{ selection: selectionOf(flags), basis, timeoutMs, concurrency, reports, command },
    ...(spec !== undefined && { spec }),
    ...(runId !== undefined && { runId }),
    ...(referee !== undefined && { referee }),
  };
  return { baseUrl, configuration, settings, tolerances: readTolerances(configuration.waivers, baseline) };
}

function selectionOf(flags: ConformFlags): Selection {
  const { only = [], skip: named = [], quick = false, shard } = flags;
  const skip = quick ? [...named, 'thorough'] : named;
  const exploration = explorationOf(flags);
  return { only, skip, ...(shard && { shard }), ...(exploration && { exploration }) };
}

/**
 * The other side, if there is one: it has a configuration and a key of its own. The selection and the pace are those
 * of the command.
 *
 * @throws ConfigurationError when flags contradict each other, or the configuration cannot be used
 */
export function otherSide(flags: ConformFlags, environment: Environment): Side | undefined {
  const { against, againstConfig, againstApiKey, shard, reports } = flags;
  if (against === undefined && againstConfig === undefined) {
    if (againstApiKey === undefined) return undefined;
    throw new ConfigurationError('--against-api-key is the key of the target that --against names.');
  }
  if (shard) throw new ConfigurationError('--against compares whole runs: it does not go with --shard.');
  const { apiKey, config, ca, header, waivers, baseline, runId, referee, ...common } = flags;
  const others: ConformFlags = {
    ...{ ...common, reports: join(reports, 'against') },
    ...(againstConfig !== undefined && { config: againstConfig }),
    ...(againstApiKey !== undefined && { apiKey: againstApiKey }),
  };
  const configuration = configurationOf(others, environment);
  const baseUrl = against ?? configuration.baseUrl;
  if (baseUrl === undefined) {
    throw new ConfigurationError(`${againstConfig} names no baseUrl: name the target with --against.`);
  }
  return sideOf(others, configuration, baseUrl === 'mock' ? undefined : baseUrl);
}

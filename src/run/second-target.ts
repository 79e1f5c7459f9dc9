import { join } from 'node:path';
import {
  ConfigurationError,
  FIXTURES,
  loadConfiguration,
  reach,
  type TargetConfiguration,
} from '../../conformance/index.ts';
import type { ConformFlags } from '../cli/commands/conform.ts';
import { connectionOf } from '../cli/flags/connection-flags.ts';
import { compareTargets } from '../run-result/comparison.ts';
import { type AnswersOfCases, compareAnswers } from '../run-result/response-shapes.ts';
import type { Comparison, RunResult } from '../run-result/run-result.ts';
import { baseUrlOf } from './base-url.ts';
import { type Agreements, agreementsOf } from './tolerances.ts';

export interface AgainstFlags {
  /** A base URL, or `mock`. */
  readonly against?: string;
  readonly againstConfig?: string;
  readonly againstApiKey?: string;
}

/** The other target of a comparison. */
export interface OtherSide {
  /** Undefined: an embedded mock. */
  readonly baseUrl: string | undefined;
  readonly configuration: TargetConfiguration;
  readonly flags: ConformFlags;
  readonly agreements: Agreements;
}

/** What came of judging one side. */
export interface Judged {
  readonly result: RunResult;
  /** Of the cases in which nothing was broken; kept where two sides are compared. */
  readonly answers?: AnswersOfCases;
}

/**
 * The other side, if there is one: it has a configuration and a key of its own, and what narrows and paces the run
 * in common.
 *
 * @throws ConfigurationError
 */
export function otherSide(flags: ConformFlags, environment: NodeJS.ProcessEnv): OtherSide | undefined {
  const { against, againstConfig, againstApiKey, shard } = flags;
  if (against === undefined && againstConfig === undefined) {
    if (againstApiKey === undefined) return undefined;
    throw new ConfigurationError('--against-api-key is the key of the target that --against names.');
  }
  if (shard) throw new ConfigurationError('--against compares whole runs: it does not go with --shard.');
  const configuration = againstConfig === undefined ? {} : loadConfiguration(againstConfig, environment, FIXTURES);
  const baseUrl = against ?? configuration.baseUrl;
  if (baseUrl === undefined) {
    throw new ConfigurationError(`${againstConfig} names no baseUrl: name the target with --against.`);
  }
  const { spec, basis, timeout, concurrency, only, skip, emailDomain, maxRps, yes, reports } = flags;
  const { explore, seed, explorePath } = flags;
  const common: ConformFlags = {
    ...{ basis, timeout, concurrency, explore, reports: join(reports, 'against') },
    ...(seed !== undefined && { seed }),
    ...(explorePath !== undefined && { explorePath }),
    ...(againstApiKey !== undefined && { apiKey: againstApiKey }),
    ...(spec !== undefined && { spec }),
    ...(only && { only }),
    ...(skip && { skip }),
    ...(emailDomain !== undefined && { emailDomain }),
    ...(maxRps !== undefined && { maxRps }),
    ...(yes !== undefined && { yes }),
  };
  return {
    baseUrl: baseUrl === 'mock' ? undefined : baseUrlOf(baseUrl),
    configuration,
    flags: common,
    agreements: agreementsOf(configuration, common),
  };
}

/** Before anything is written anywhere. @throws UnreachableError when nobody answers there */
export async function requireThere(
  { baseUrl, configuration, flags }: OtherSide,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  if (baseUrl === undefined) return;
  const { timeout: timeoutMs } = flags;
  const connection = connectionOf(baseUrl, configuration, flags, environment);
  await reach({ ...connection, baseUrl, apiKey: '', fixtures: {}, presumed: true, runId: '', timeoutMs }, '/');
}

/**
 * Judges the other side, writes its reports and compares. What goes wrong there says nothing of this side: it is
 * told, and the verdict of this side stands.
 */
export async function comparedWith(
  other: OtherSide,
  own: Judged,
  judge: (baseUrl: string) => Promise<Judged>,
): Promise<Comparison> {
  const target =
    other.baseUrl === undefined ? { baseUrl: 'mock', embedded: true as const } : { baseUrl: other.baseUrl };
  const none = { target, differences: [], same: 0, answers: [] };
  if (own.result.stop) return { ...none, unavailable: 'since the run of this target ended early' };
  try {
    const { result, answers = new Map() } = await judge(target.baseUrl);
    const { writeReports } = await import('../report/write-reports.ts');
    await writeReports(result, other.flags.reports);
    return compareTargets(own.result, result, compareAnswers(own.answers ?? new Map(), answers));
  } catch (error) {
    return { ...none, unavailable: (error as Error).message.replace(/\.$/, '') };
  }
}

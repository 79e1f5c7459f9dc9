import { runCases } from '../../../conformance/engine/runner/runner.ts';
import {
  ConfigurationError,
  FIXTURES,
  parseConfiguration,
  type RunSuite,
  type ServiceFixtures,
  suiteAt,
  type TargetConfiguration,
} from '../../../conformance/index.ts';
import { baseUrlOf } from '../../base-url.ts';
import { programData } from '../../contract/data-file.ts';
import { COMMAND } from '../../report/command.ts';
import { type ReportFormat, writeReports } from '../../report/write-reports.ts';
import { DEFAULT_RUNS } from '../../run-result/exploration.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import { checkHeader, type Environment } from '../connection.ts';
import { requireConsent } from '../consent.ts';
import { type RunObserver, runSide } from '../run-side.ts';
import { requireUsable, type Side } from '../side.ts';
import { readTolerances } from '../tolerances.ts';

/** Options of `conform`: the settings of a configuration file, and settings of the run. */
export interface ConformOptions
  extends Omit<TargetConfiguration, 'baseUrl' | 'fixtures' | 'start' | 'ready' | 'startTimeoutSeconds'> {
  /**
   * Base URL of the target: scheme, host, port and path prefix, without `/v1`; without a base URL, the suite judges an
   * embedded mock.
   */
  readonly baseUrl?: string | undefined;
  /** Records that the target already has; by default, the records of the mock's seed. */
  readonly fixtures?: ServiceFixtures;
  /** Terms that select the cases to run, as in `--only`; by default, all cases run. */
  readonly only?: readonly string[];
  /** Terms that select the cases to exclude, as in `--skip`. */
  readonly skip?: readonly string[];
  /** Requirements that decide the verdict: all, or only the documented and corrected ones; `all` if absent. */
  readonly basis?: 'documented' | 'all';
  /** Number of generated requests and sequences, as with `--explore`; 4 if absent, or 0 with `only`. */
  readonly explore?: number;
  /** Seed of the generated requests; 1 if absent. */
  readonly seed?: number;
  /** Maximum time to wait for one response, in milliseconds; 10,000 if absent. */
  readonly timeoutMs?: number;
  /** Number of concurrent cases; 8 if absent. */
  readonly concurrency?: number;
  /**
   * Path of the report.json of an earlier run, or of its folder; only failures that this report does not contain fail
   * the gate.
   */
  readonly baseline?: string;
  /** Folder for the reports; no reports if absent. */
  readonly reports?: string;
  /** Formats of the reports; JSON and HTML if absent. */
  readonly reporter?: readonly ReportFormat[];
  /** AbortSignal that ends the run after the cases in progress. */
  readonly signal?: AbortSignal;
  /** Function that is called with each notice, such as a notice about a missing fixture. */
  readonly onNotice?: (message: string) => void;
  /** Environment with proxy variables and `CONTRACT_ADMIN_TOKEN`, such as `process.env`; empty if absent. */
  readonly env?: Environment;
}

/**
 * Judges a target from this process, and returns the content of `report.json`.
 *
 * @throws ConfigurationError if an option is invalid, or if the API key or a fixture is wrong
 * @throws UnreachableError if the target does not respond
 */
export async function conform(options: ConformOptions = {}): Promise<RunResult> {
  const { reports, reporter = ['json', 'html'], signal, onNotice = () => undefined, env = {} } = options;
  const side = sideOf(options);
  const { result, misconfiguration } = await runSide(side, {
    observer: observerOf(onNotice, signal),
    env,
    keepsResponses: false,
    runSuite: runInThisThread,
  });
  if (reports !== undefined) await writeReports(result, reports, reporter);
  if (misconfiguration !== undefined && result.verdict === 'incomplete') throw new ConfigurationError(misconfiguration);
  return result;
}

function sideOf({
  baseUrl: given,
  only = [],
  skip = [],
  basis = 'all',
  explore = only.length > 0 ? 0 : DEFAULT_RUNS,
  seed = 1,
  timeoutMs = 10_000,
  concurrency = 8,
  baseline,
  reports = '',
  reporter: _reporter,
  signal: _signal,
  onNotice: _onNotice,
  env = {},
  ...target
}: ConformOptions): Side {
  const name = 'conform(…)';
  const configuration = parseConfiguration(programData(name, target), name, env, FIXTURES);
  for (const [header, value] of Object.entries(configuration.headers ?? {})) checkHeader(header, value);
  const baseUrl = given === undefined ? undefined : baseUrlOf(given);
  const exploration = explore > 0 ? { exploration: { runs: explore, seed } } : {};
  const selection = { only, skip, ...exploration };
  requireUsable(configuration, 'The option `apiKey`');
  if (baseUrl !== undefined) requireConsent(baseUrl, configuration, selection);
  const command = [COMMAND, 'conform', baseUrl].filter((word) => word !== undefined).join(' ');
  return {
    baseUrl,
    configuration,
    settings: { selection, basis, timeoutMs, concurrency, reports, command },
    tolerances: readTolerances(configuration.waivers, baseline),
  };
}

/**
 * Runs the cases of a complete run in this thread, without vitest: the thread may be a worker of vitest, which cannot
 * start vitest again.
 */
const runInThisThread: RunSuite = async ({ spec, trusted, packs, target, selection, keepsTraffic }, options = {}) =>
  runCases(await suiteAt(spec, trusted, packs), target, {
    concurrency: options.concurrency ?? 8,
    ...(selection && { selection }),
    ...(keepsTraffic && { keepsTraffic }),
    ...(options.onCase && { onCase: options.onCase }),
    ...(options.signal && { signal: options.signal }),
  });

function observerOf(onNotice: (message: string) => void, signal = new AbortController().signal): RunObserver {
  const ignore = () => undefined;
  return {
    ...{ signal, onNotice, onStart: ignore, onCase: ignore, onCasesEnd: ignore, onEnd: ignore, onSecrets: ignore },
    onStoppedResult: async () => undefined,
  };
}

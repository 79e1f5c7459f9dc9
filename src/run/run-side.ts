import { randomBytes } from 'node:crypto';
import { runCases } from '../../conformance/engine/runner/runner.ts';
import {
  type Conceal,
  ConfigurationError,
  concealer,
  FIXTURES,
  forbiddenKeyOf,
  inSuiteOrder,
  isNarrowed,
  type RunSuite,
  reach,
  requireDistinct,
  requireFieldValue,
  type Selection,
  SuiteFault,
  secretsOf,
  seededFixtures,
  runSuite as suiteRunner,
  type Target,
  type TargetConfiguration,
  unrun,
} from '../../conformance/index.ts';
import { deletableKinds } from '../contract/document/effects.ts';
import { testDataOf } from '../run-result/assemble.ts';
import type { CaseRecord } from '../run-result/case-record.ts';
import { requireSameService } from '../run-result/comparison/baseline.ts';
import { type ResponsesOfCases, responsesOf } from '../run-result/comparison/response-shapes.ts';
import { mapStrings } from '../run-result/map-strings.ts';
import type { RunResult } from '../run-result/run-result.ts';
import { count } from '../run-result/words.ts';
import { connectionOf, type Environment, shownConnection } from './connection.ts';
import { contractUnderTest } from './contract-under-test.ts';
import { installationsFor, startEmbeddedMock } from './embedded-mock.ts';
import { failsRun, judgedRun } from './judged-run.ts';
import { missingFixturesNotice } from './missing-fixtures-notice.ts';
import { cleanedUp, provisioned } from './provision.ts';
import { findPrism } from './referee/prism.ts';
import { runPrism } from './referee/run-prism.ts';
import { withReference } from './reference/reference-responses.ts';
import { apiKeyOf, concealerFor, type Side, shortKeyNotice } from './side.ts';

/** Result of a run against one target. */
export interface SideResult {
  readonly result: RunResult;
  /** Responses in cases without a failure; present if the run compares two targets. */
  readonly answers?: ResponsesOfCases;
  /** Sentence about a wrong setting that became visible only at the end of the run. */
  readonly misconfiguration?: string;
}

/** Record of a case that has ended, with the effect of the case on the result of the run. */
export interface EndedCase {
  readonly record: CaseRecord;
  /**
   * True if the case fails the run. A warning, a waived deviation, and a failure of a requirement that does not decide
   * the verdict do not fail the run.
   */
  readonly isFailed: boolean;
  /** Number of cases in the whole run, including cases that have not ended. */
  readonly total: number;
}

/** Receiver of the events of a run; it can also stop the run. */
export interface RunObserver {
  /** AbortSignal that ends the run after the cases in progress. */
  readonly signal: AbortSignal;
  /** Function that is called before the first case of a run. */
  onStart(): void;
  /** Called after each case. */
  onCase(ended: EndedCase): void;
  /** Function that is called after the last case of a run, before the cleanup hook. */
  onCasesEnd(): void;
  /** Called after the cleanup. */
  onEnd(): void;
  onNotice(message: string): void;
  /** Function that is called when the run gets additional secrets, which outputs must hide. */
  onSecrets(conceal: Conceal): void;
  /**
   * Function that is called with the result of a stopped run before the cleanup hook, since the user may not wait for
   * the hook.
   */
  onStoppedResult(result: RunResult): Promise<void>;
}

export interface RunSideOptions {
  readonly observer: RunObserver;
  /** Environment with the proxy variables, and the token of the mock's control API (`CONTRACT_ADMIN_TOKEN`). */
  readonly env: Environment;
  readonly keepsResponses: boolean;
  /** Function that runs the cases of a complete run; by default, the cases run in vitest. */
  readonly runSuite?: RunSuite | undefined;
}

/**
 * True if the cases run in vitest. The cases of a run with a selection run in this thread, which has already created
 * the cases to validate the selection. Starting vitest takes more processor time than running the cases of most
 * selections.
 */
function usesVitest(selection: Selection): boolean {
  return !isNarrowed(selection) && selection.shard === undefined;
}

/**
 * Judges one side.
 *
 * @throws UnreachableError if the target does not respond
 * @throws ConfigurationError if the provision hook fails, or the configuration does not fit the target
 * @throws SuiteFault if a case fails because of a defect in the suite
 */
export async function runSide(side: Side, options: RunSideOptions): Promise<SideResult> {
  const { baseUrl, configuration, settings } = side;
  const { selection, spec } = settings;
  const { observer } = options;
  if (baseUrl !== undefined) {
    const full = await provisioned(baseUrl, configuration);
    observer.onSecrets(concealerFor(full));
    requireFieldValue('The fixture `forbiddenApiKey`', forbiddenKeyOf(full.fixtures));
    requireDistinct(apiKeyOf(full), full.fixtures, FIXTURES);
    const notice = isNarrowed(selection) ? undefined : missingFixturesNotice(full);
    for (const message of [notice, shortKeyNotice(full)]) if (message !== undefined) observer.onNotice(message);
    return await judge({ baseUrl, ...shownConnection(full) }, { ...side, configuration: full }, options);
  }
  await using mock = await startEmbeddedMock({ port: 0, ...(spec !== undefined && { spec }) });
  const fixtures = await seededFixtures(mock.url, installationsFor(selection));
  const seeded = { fixtures, ...requestSettings(configuration) };
  return await judge({ baseUrl: mock.url, embedded: true }, { ...side, configuration: seeded }, options);
}

async function judge(shownTarget: RunResult['target'], side: Side, options: RunSideOptions): Promise<SideResult> {
  const { configuration, settings, tolerances } = side;
  const { observer, keepsResponses, runSuite = suiteRunner } = options;
  const { selection, concurrency, basis, spec, maxFailures } = settings;
  const { shard, exploration } = selection;
  const { baseline } = tolerances;
  const { baseUrl } = shownTarget;
  const prism = settings.referee === undefined ? undefined : findPrism();
  const underTest = await contractUnderTest(spec, selection);
  if (baseline) requireSameService(baseline, underTest.contract.document.title);
  const runId = settings.runId ?? randomBytes(4).toString('hex');
  // Shards of one run must create records with different generated names.
  const target = await targetOf(baseUrl, shard ? `${runId}_${shard.index}` : runId, side, options, underTest.contract);
  const startedAt = new Date();
  const start = performance.now();
  observer.onStart();
  const records: CaseRecord[] = [];
  const ending = new AbortController();
  let failed = 0;
  const onCase = (record: CaseRecord) => {
    records.push(record);
    if (misconfigurationOf(records) !== undefined) return ending.abort();
    // The main thread collects the cases while vitest runs them, so that the result is available immediately after the
    // last case.
    const total = underTest.select().cases.length + FIRST_AND_LAST;
    const isFailed = failsRun(underTest, record, { target: shownTarget, basis, ...tolerances });
    if (isFailed && ++failed === maxFailures) ending.abort();
    observer.onCase({ record, isFailed, total });
  };
  const cleanUp = () => {
    const { forbiddenApiKey: _, ...fixtures } = target.fixtures;
    const testData = testDataOf(inSuiteOrder(records, underTest.order), deletableKinds(underTest.contract));
    return cleanedUp(configuration, { baseUrl, runId: target.runId, ...testData, fixtures });
  };
  try {
    const { path } = underTest.contract.document;
    const keepsTraffic = keepsResponses || prism !== undefined;
    const running = { onCase, concurrency, signal: AbortSignal.any([observer.signal, ending.signal]) };
    if (usesVitest(selection)) await runSuite({ target, spec: path, trusted: true, selection, keepsTraffic }, running);
    else await runCases(underTest.suite, target, { ...running, selection, keepsTraffic });
    const wrong = misconfigurationOf(records);
    if (wrong !== undefined) throw new ConfigurationError(misconfigurationSentence(wrong, configuration));
  } catch (error) {
    const { message } = (await cleanUp()) ?? {};
    if (message !== undefined) observer.onNotice(concealerFor(configuration)(message));
    throw error;
  } finally {
    observer.onCasesEnd();
  }
  const aborted = observer.signal.aborted || ending.signal.aborted;
  if (!aborted) requireAll(unrun(underTest.select(), records, ''), records.length);
  const durationMs = Math.round(performance.now() - start);
  const ordered = inSuiteOrder(records, underTest.order);
  const hide = concealerFor(configuration, underTest.ownWords());
  // Some cases send lone surrogates, which many JSON parsers reject, so reports contain the replacement character
  // instead.
  const conceal: Conceal = (text) => hide(text).toWellFormed();
  const resultOf = (shown: readonly CaseRecord[], more: Pick<RunResult, 'cleanup' | 'referee'>) => {
    // Secrets are removed from the records before the result is computed, since the names of deviations are computed
    // from the texts that the reports show.
    const concealed = mapStrings(shown, conceal);
    const result = judgedRun(underTest, concealed, {
      target: shownTarget,
      runId,
      ...(shard && { shard: { ...shard, records: concealed, ...(baseline && { baseline }) } }),
      startedAt: startedAt.toISOString(),
      durationMs,
      ...more,
      ...(aborted && { stop: observer.signal.aborted ? INTERRUPTED : endedBy(failed) }),
      basis,
      ...tolerances,
      ...(exploration && { exploration: { ...exploration, command: settings.command } }),
    });
    return mapStrings(result, conceal);
  };
  // The complete exchanges, which contain secrets, are kept only for two purposes: their evaluation by Prism, and the
  // comparison of two targets.
  const shown = ordered.map(({ traffic: _, ...rest }): CaseRecord => rest);
  if (aborted && configuration.cleanup) await observer.onStoppedResult(resultOf(shown, {}));
  const cleanup = await cleanUp();
  const hideAll = concealer(secretsOf(target));
  const referee = aborted || !prism ? undefined : await runPrism(prism, underTest.contract, ordered, hideAll);
  const referenced = aborted ? shown : await withReference(shown, target, spec);
  const result = resultOf(referenced, { ...(cleanup && { cleanup }), ...(referee && { referee }) });
  observer.onEnd();
  const wrong = records.find((record) => record.misconfiguration !== undefined)?.misconfiguration;
  return {
    result,
    ...(keepsResponses && { answers: responsesOf(ordered, target.runId) }),
    ...(wrong !== undefined && { misconfiguration: misconfigurationSentence(wrong, configuration) }),
  };
}

/**
 * Message about a wrong setting with which the run cannot continue; the first case of the suite finds it. Undefined if
 * the settings are usable.
 */
function misconfigurationOf([first]: readonly CaseRecord[]): string | undefined {
  return first?.stop && first.misconfiguration;
}

function misconfigurationSentence(clause: string, { apiKey }: TargetConfiguration): string {
  const isDefaultKey = apiKey === undefined && clause.includes('API key');
  const start = clause.slice(0, 1).toUpperCase() + clause.slice(1);
  return `${start}.${isDefaultKey ? ' No API key is configured, so the run used the API key of the mock.' : ''}`;
}

/** @throws SuiteFault if a case has no result */
function requireAll(missing: readonly CaseRecord[], recorded: number): void {
  if (missing.length === 0) return;
  throw new SuiteFault(
    `${missing.length} of ${recorded + missing.length} cases have no result, such as "${missing[0]?.title}".`,
  );
}

/** Number of cases that every run has in addition to the selected cases: the first and the last case of the suite. */
const FIRST_AND_LAST = 2;

function endedBy(failures: number) {
  return { reason: 'interrupted', message: `${count(failures, 'case')} failed (--max-failures)` } as const;
}

const INTERRUPTED = { reason: 'interrupted', message: 'the user stopped the run' } as const;

/** Email domain and request rate of the configuration, which apply to every target, including the embedded mock. */
function requestSettings({ emailDomain, maxRps }: TargetConfiguration): Pick<Target, 'emailDomain' | 'maxRps'> {
  return { ...(emailDomain !== undefined && { emailDomain }), ...(maxRps !== undefined && { maxRps }) };
}

async function targetOf(
  baseUrl: string,
  runId: string,
  { configuration, settings }: Side,
  { env, observer }: RunSideOptions,
  { basePath }: { readonly basePath: string },
): Promise<Target> {
  const connection = connectionOf(baseUrl, configuration, env);
  const known = {
    ...connection,
    baseUrl,
    apiKey: apiKeyOf(configuration),
    runId,
    timeoutMs: settings.timeoutMs,
    ...requestSettings(configuration),
  };
  await reach({ ...known, fixtures: {}, presumed: true }, basePath);
  const { fixtures } = configuration;
  if (fixtures) return { ...known, fixtures, presumed: false };
  const token = env.CONTRACT_ADMIN_TOKEN;
  const control = { ...(token && { token }), onRefused: () => observer.onNotice(CONTROL_REFUSED) };
  const installations = installationsFor(settings.selection);
  return { ...known, fixtures: await seededFixtures(baseUrl, installations, control, connection), presumed: true };
}

const CONTROL_REFUSED =
  'The mock created no new installations, since its control API requires a token. The run uses the remaining installations in the seed of the mock. Set CONTRACT_ADMIN_TOKEN to the token of the mock.';

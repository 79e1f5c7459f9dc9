import { randomBytes } from 'node:crypto';
import { runCases } from '../../conformance/engine/runner/runner.ts';
import {
  type Conceal,
  ConfigurationError,
  concealer,
  FIXTURES,
  forbiddenKeyOf,
  inSuiteOrder,
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
import type { Requirement } from '../contract/requirement.ts';
import { testDataOf } from '../run-result/assemble.ts';
import type { CaseRecord } from '../run-result/case-record.ts';
import { requireSameService } from '../run-result/comparison/baseline.ts';
import { type ResponsesOfCases, responsesOf } from '../run-result/comparison/response-shapes.ts';
import { mapStrings } from '../run-result/map-strings.ts';
import type { RunResult } from '../run-result/run-result.ts';
import { connectionOf, type Environment, shownConnection } from './connection.ts';
import { contractUnderTest } from './contract-under-test.ts';
import { installationsFor, startEmbeddedMock } from './embedded-mock.ts';
import { judgedRun } from './judged-run.ts';
import { missingFixturesNotice } from './missing-fixtures-notice.ts';
import { cleanedUp, provisioned } from './provision.ts';
import { findPrism } from './referee/prism.ts';
import { runPrism } from './referee/run-prism.ts';
import { withReference } from './reference/reference-responses.ts';
import { apiKeyOf, concealerFor, type Side } from './side.ts';

/** Result of the run against one side. */
export interface SideResult {
  readonly result: RunResult;
  /** Responses in cases without a failure; kept if two sides are compared. */
  readonly answers?: ResponsesOfCases;
  /** Wrong setting that only the end of the run showed, as a sentence. */
  readonly misconfiguration?: string;
}

/** Receiver of the events of a run; it can also stop the run. */
export interface RunObserver {
  /** Signal that ends the run after the cases in progress. */
  readonly signal: AbortSignal;
  /** Called before the first case. */
  onStart(requirements: readonly Requirement[]): void;
  onCase(record: CaseRecord): void;
  /** Called after the last case, before the cleanup. */
  onCasesEnd(): void;
  /** Called after the cleanup. */
  onEnd(): void;
  onNotice(message: string): void;
  /** Called when the run knows more secrets. */
  onSecrets(conceal: Conceal): void;
  /** Called with the result of a stopped run before its cleanup, since the user may not wait for the hook. */
  onStoppedResult(result: RunResult): Promise<void>;
}

export interface RunSideOptions {
  readonly observer: RunObserver;
  /** Environment with the proxy variables, and the token of the mock's control API (`CONTRACT_ADMIN_TOKEN`). */
  readonly env: Environment;
  readonly keepsResponses: boolean;
  /** Runner of a complete run; vitest if absent. */
  readonly runSuite?: RunSuite | undefined;
}

/**
 * True if the cases run in vitest. A selection runs in this thread: its cases were collected here to validate it, and
 * vitest costs more processor time than most selections.
 */
function runsInVitest({ only, skip, shard }: Selection): boolean {
  return only.length + skip.length === 0 && shard === undefined;
}

/**
 * Judges one side.
 *
 * @throws UnreachableError if the target does not respond
 * @throws ConfigurationError if the provision hook fails, or the configuration does not fit the target
 * @throws SuiteFault if a case has a defect
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
    const isComplete = selection.only.length + selection.skip.length === 0;
    const notice = isComplete ? missingFixturesNotice(full) : undefined;
    if (notice !== undefined) observer.onNotice(notice);
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
  const { selection, concurrency, basis, spec } = settings;
  const { shard, exploration } = selection;
  const { baseline } = tolerances;
  const { baseUrl } = shownTarget;
  const prism = settings.referee === undefined ? undefined : findPrism();
  const underTest = await contractUnderTest(spec, selection);
  if (baseline) requireSameService(baseline, underTest.contract.document.title);
  const runId = settings.runId ?? randomBytes(4).toString('hex');
  // Shards of one run must generate different names.
  const target = await targetOf(baseUrl, shard ? `${runId}_${shard.index}` : runId, side, options, underTest.contract);
  const startedAt = new Date();
  const start = performance.now();
  observer.onStart(underTest.requirements);
  const records: CaseRecord[] = [];
  const onCase = (record: CaseRecord) => {
    // Collect the cases while this thread is idle, so that nothing waits for them after the last case.
    if (records.length === 0) underTest.select();
    records.push(record);
    observer.onCase(record);
  };
  const cleanUp = () => {
    const { forbiddenApiKey: _, ...fixtures } = target.fixtures;
    const testData = testDataOf(inSuiteOrder(records, underTest.order), deletableKinds(underTest.contract));
    return cleanedUp(configuration, { baseUrl, runId: target.runId, ...testData, fixtures });
  };
  try {
    const { path } = underTest.contract.document;
    const keepsTraffic = keepsResponses || prism !== undefined;
    const running = { onCase, concurrency, signal: observer.signal };
    if (runsInVitest(selection))
      await runSuite({ target, spec: path, trusted: true, selection, keepsTraffic }, running);
    else await runCases(underTest.suite, target, { ...running, selection, keepsTraffic });
    const [first] = records;
    if (first?.stop && first.misconfiguration !== undefined)
      throw new ConfigurationError(misconfigurationSentence(first.misconfiguration, configuration));
  } catch (error) {
    const { message } = (await cleanUp()) ?? {};
    if (message !== undefined) observer.onNotice(concealerFor(configuration)(message));
    throw error;
  } finally {
    observer.onCasesEnd();
  }
  const { aborted } = observer.signal;
  if (!aborted) requireAll(unrun(underTest.select(), records, ''), records.length);
  const durationMs = Math.round(performance.now() - start);
  const ordered = inSuiteOrder(records, underTest.order);
  const hide = concealerFor(configuration, underTest.ownWords());
  // Some cases send lone surrogates, which many JSON parsers reject.
  const conceal: Conceal = (text) => hide(text).toWellFormed();
  const resultOf = (shown: readonly CaseRecord[], more: Pick<RunResult, 'cleanup' | 'referee'>) => {
    // Deviation names are computed from the texts that the reports show, so secrets are removed first.
    const concealed = mapStrings(shown, conceal);
    const result = judgedRun(underTest, concealed, {
      target: shownTarget,
      runId,
      ...(shard && { shard: { ...shard, records: concealed, ...(baseline && { baseline }) } }),
      startedAt: startedAt.toISOString(),
      durationMs,
      ...more,
      ...(aborted && { stop: INTERRUPTED }),
      basis,
      ...tolerances,
      ...(exploration && { exploration: { ...exploration, command: settings.command } }),
    });
    return mapStrings(result, conceal);
  };
  // The traffic was kept for the referee and the comparison; it contains secrets.
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

function misconfigurationSentence(clause: string, { apiKey }: TargetConfiguration): string {
  const isDefaultKey = apiKey === undefined && clause.includes('API key');
  const start = clause.slice(0, 1).toUpperCase() + clause.slice(1);
  return `${start}.${isDefaultKey ? ' No key is configured, so the run used that of the mock.' : ''}`;
}

/** @throws SuiteFault if a case has no result */
function requireAll(missing: readonly CaseRecord[], recorded: number): void {
  if (missing.length === 0) return;
  throw new SuiteFault(
    `${missing.length} of ${recorded + missing.length} cases have no result, such as "${missing[0]?.title}".`,
  );
}

const INTERRUPTED = { reason: 'interrupted', message: 'the user stopped the run' } as const;

/** Settings of the requests that apply to the embedded mock, too. */
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
  'The mock created no new installations, since its control API requires a token. The run uses the remaining installations of the seed. Set CONTRACT_ADMIN_TOKEN to the token of the mock.';

import { randomBytes } from 'node:crypto';
import {
  type Conceal,
  concealer,
  FIXTURES,
  forbiddenKeyOf,
  inSuiteOrder,
  type RunSuite,
  reach,
  requireDistinct,
  requireFieldValue,
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
import { leftBy } from '../run-result/assemble.ts';
import type { CaseRecord } from '../run-result/case-record.ts';
import { requireSameService } from '../run-result/comparison/baseline.ts';
import { type AnswersOfCases, answersOf } from '../run-result/comparison/response-shapes.ts';
import { mapStrings } from '../run-result/map-strings.ts';
import type { RunResult } from '../run-result/run-result.ts';
import { connectionOf, type Environment, shownConnection } from './connection.ts';
import { contractUnderTest } from './contract-under-test.ts';
import { installationsFor, startEmbeddedMock } from './embedded-mock.ts';
import { judgedRun } from './judged-run.ts';
import { lackingFixtures } from './lacking-fixtures.ts';
import { cleanedUp, provisioned } from './provision.ts';
import { askPrism } from './referee/ask-prism.ts';
import { findPrism } from './referee/prism.ts';
import { withReference } from './reference/reference-responses.ts';
import { apiKeyOf, concealerFor, type Side } from './side.ts';

/** The result of judging one side. */
export interface SideResult {
  readonly result: RunResult;
  /** Exchanges of cases without a failure; kept where two sides are compared. */
  readonly answers?: AnswersOfCases;
}

/** Gets the events of a run, and may stop it. */
export interface RunObserver {
  /** Ends the run after the cases that are under way. */
  readonly signal: AbortSignal;
  /** Before the first case. */
  onStart(requirements: readonly Requirement[]): void;
  onCase(record: CaseRecord): void;
  /** After the last case, before the cleanup. */
  onCasesEnd(): void;
  /** After the cleanup. */
  onEnd(): void;
  onNotice(message: string): void;
  /** More secrets are known. */
  onSecrets(conceal: Conceal): void;
  /** The result of a stopped run, before its cleanup: nobody may wait for the hook. */
  onStoppedResult(result: RunResult): Promise<void>;
}

export interface RunSideOptions {
  readonly observer: RunObserver;
  /** Variables of proxies, and the token of the mock's control API (`CONTRACT_ADMIN_TOKEN`). */
  readonly env: Environment;
  readonly keepsAnswers: boolean;
  /** vitest when absent. */
  readonly runSuite?: RunSuite | undefined;
}

/**
 * Judges one side.
 *
 * @throws UnreachableError when the target does not answer
 * @throws ConfigurationError when the setup hook fails, or the target cannot be judged with this configuration
 * @throws SuiteFault when a case fails for a reason of its own
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
    const isWhole = selection.only.length + selection.skip.length === 0;
    const lacking = isWhole ? lackingFixtures(full) : undefined;
    if (lacking !== undefined) observer.onNotice(lacking);
    return await judge({ baseUrl, ...shownConnection(full) }, { ...side, configuration: full }, options);
  }
  await using mock = await startEmbeddedMock({ port: 0, ...(spec !== undefined && { spec }) });
  const fixtures = await seededFixtures(mock.url, installationsFor(selection));
  const seeded = { fixtures, ...paceOf(configuration) };
  return await judge({ baseUrl: mock.url, embedded: true }, { ...side, configuration: seeded }, options);
}

async function judge(shownTarget: RunResult['target'], side: Side, options: RunSideOptions): Promise<SideResult> {
  const { configuration, settings, tolerances } = side;
  const { observer, keepsAnswers, runSuite = suiteRunner } = options;
  const { selection, concurrency, basis, spec } = settings;
  const { shard, exploration } = selection;
  const { baseline } = tolerances;
  const { baseUrl } = shownTarget;
  const prism = settings.referee === undefined ? undefined : findPrism();
  const underTest = await contractUnderTest(spec, selection);
  if (baseline) requireSameService(baseline, underTest.contract.document.title);
  const runId = settings.runId ?? randomBytes(4).toString('hex');
  // Shards of one run must not meet in the names that they make.
  const target = await targetOf(baseUrl, shard ? `${runId}_${shard.index}` : runId, side, options, underTest.contract);
  const startedAt = new Date();
  const start = performance.now();
  observer.onStart(underTest.requirements);
  const records: CaseRecord[] = [];
  const onCase = (record: CaseRecord) => {
    // This thread has little to do from now on, and what comes after the last case waits for nothing.
    if (records.length === 0) underTest.select();
    records.push(record);
    observer.onCase(record);
  };
  const cleanUp = () => {
    const { forbiddenApiKey: _, ...fixtures } = target.fixtures;
    const left = leftBy(inSuiteOrder(records, underTest.order), deletableKinds(underTest.contract));
    return cleanedUp(configuration, { baseUrl, runId: target.runId, ...left, fixtures });
  };
  try {
    const { path } = underTest.contract.document;
    const keepsTraffic = keepsAnswers || prism !== undefined;
    const input = { target, spec: path, trusted: true, selection, keepsTraffic };
    await runSuite(input, { onCase, concurrency, signal: observer.signal });
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
  // Half a character, which some case sent, is rejected by many readers of JSON.
  const conceal: Conceal = (text) => hide(text).toWellFormed();
  const resultOf = (shown: readonly CaseRecord[], more: Pick<RunResult, 'cleanup' | 'referee'>) => {
    // Before the deviations get their names, so that they are those of what the reports show.
    const told = mapStrings(shown, conceal);
    const result = judgedRun(underTest, told, {
      target: shownTarget,
      runId,
      ...(shard && { shard: { ...shard, records: told, ...(baseline && { baseline }) } }),
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
  // Without what was kept for a referee, secrets and all.
  const shown = ordered.map(({ traffic: _, ...rest }): CaseRecord => rest);
  if (aborted && configuration.cleanup) await observer.onStoppedResult(resultOf(shown, {}));
  const cleanup = await cleanUp();
  const hideAll = concealer(secretsOf(target));
  const referee = aborted || !prism ? undefined : await askPrism(prism, underTest.contract, ordered, hideAll);
  const referenced = aborted ? shown : await withReference(shown, target, spec);
  const result = resultOf(referenced, { ...(cleanup && { cleanup }), ...(referee && { referee }) });
  observer.onEnd();
  return { result, ...(keepsAnswers && { answers: answersOf(ordered, target.runId) }) };
}

/** @throws SuiteFault when a case was lost */
function requireAll(missing: readonly CaseRecord[], recorded: number): void {
  if (missing.length === 0) return;
  throw new SuiteFault(
    `${missing.length} of ${recorded + missing.length} cases have no result, such as "${missing[0]?.title}".`,
  );
}

const INTERRUPTED = { reason: 'interrupted', message: 'somebody ended it' } as const;

/** The settings of how a target is asked that hold for the embedded mock, too. */
function paceOf({ emailDomain, maxRps }: TargetConfiguration): Pick<Target, 'emailDomain' | 'maxRps'> {
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
    ...paceOf(configuration),
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
  'the mock makes no new installations without its token, so this run uses those that are left of its seed: set CONTRACT_ADMIN_TOKEN to the token that it was started with.';

import { randomBytes } from 'node:crypto';
import {
  type Conceal,
  ConfigurationError,
  checkSettings,
  concealer,
  FIXTURES,
  forbiddenKeyOf,
  inSuiteOrder,
  loadConfiguration,
  reach,
  requireDistinct,
  requireFieldValue,
  runSuite as runSuiteInVitest,
  SEEDED_API_KEY,
  type Selection,
  type Shard,
  SuiteFault,
  secretsOf,
  seededFixtures,
  type Target,
  type TargetConfiguration,
  UnreachableError,
  unmistakable,
  unrun,
} from '../../../conformance/index.ts';
import { DataError } from '../../contract/data-error.ts';
import { DocumentError } from '../../contract/document/document.ts';
import { renderPlan } from '../../report/plan.ts';
import { requireWritable, UnwritableError } from '../../report/reports-directory.ts';
import { baseUrlOf } from '../../run/base-url.ts';
import { requireConsent } from '../../run/consent.ts';
import { type Yardstick, yardstick } from '../../run/contract-under-test.ts';
import { startEmbeddedMock } from '../../run/embedded-mock.ts';
import { judgedRun } from '../../run/judged-run.ts';
import { lackingFixtures } from '../../run/lacking-fixtures.ts';
import { cleanedUp, provisioned } from '../../run/provision.ts';
import { findPrism } from '../../run/referee/prism.ts';
import { secondOpinion, withoutTraffic } from '../../run/referee/second-opinion.ts';
import { withReference } from '../../run/reference/reference-responses.ts';
import { requireBaseUrl } from '../../run/require-base-url.ts';
import {
  type AgainstFlags,
  comparedWith,
  type Judged,
  type OtherSide,
  otherSide,
  requireThere,
} from '../../run/second-target.ts';
import { type Agreements, agreementsOf } from '../../run/tolerances.ts';
import { type Gate, leftBy } from '../../run-result/assemble.ts';
import { requireSameService } from '../../run-result/baseline.ts';
import type { CaseRecord } from '../../run-result/case-record.ts';
import { mapStrings } from '../../run-result/map-strings.ts';
import { ReportError } from '../../run-result/report-error.ts';
import { answersOf } from '../../run-result/response-shapes.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import type { CommandContext } from '../command-context.ts';
import { exitStatusOf } from '../exit-status.ts';
import { type ConnectionFlags, connectionOf, headersOf, shownConnection } from '../flags/connection-flags.ts';
import {
  commandOf,
  type ExplorationFlags,
  explorationOf,
  installationsFor,
  withSeed,
} from '../flags/exploration-flags.ts';
import type { AnnotationsChoice } from '../terminal/annotations.ts';
import { printError } from '../terminal/error-line.ts';
import { progress } from '../terminal/progress.ts';

export interface ConformFlags extends ConnectionFlags, AgainstFlags, ExplorationFlags {
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
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly shard?: Shard;
  readonly runId?: string;
  readonly referee?: 'prism';
  readonly annotations?: AnnotationsChoice;
}

/** `integration-contract conform`: judges, prints, writes the reports. @returns the exit status of design */
export async function conformCommand(
  context: CommandContext,
  baseUrl: string | undefined,
  given: ConformFlags,
): Promise<number> {
  let conceal: Conceal = (text) => text;
  const begun: ConformFlags[] = [];
  try {
    const flags = withSeed(given);
    const configuration = flags.config === undefined ? {} : loadConfiguration(flags.config, process.env, FIXTURES);
    conceal = concealerFor(flags, configuration);
    const { emailDomain } = flags;
    if (emailDomain !== undefined) checkSettings({ emailDomain }, '--email-domain (or CONTRACT_EMAIL_DOMAIN)');
    const url = baseUrl ?? process.env.CONTRACT_BASE_URL ?? configuration.baseUrl;
    const checked = url === undefined ? undefined : baseUrlOf(url);
    if (flags.shard && flags.runId === undefined) {
      throw new ConfigurationError(
        '--shard needs --run-id: what the shards of one run have in common, such as the number of the CI job.',
      );
    }
    const agreed = agreementsOf(configuration, flags);
    requireUsable(flags, configuration);
    // Before a hook makes anything.
    if (flags.referee !== undefined) findPrism();
    if (flags.plan === true) return await plan(context, checked, configuration, flags);
    requireBaseUrl(checked, flags);
    const other = otherSide(flags, process.env);
    const own: OtherSide = { baseUrl: checked, configuration, flags, agreements: agreed };
    const sides = other ? [own, other] : [own];
    for (const side of sides) {
      if (side.baseUrl !== undefined) requireConsent(side.baseUrl, side.configuration, side.flags);
    }
    for (const side of sides) {
      await requireWritable(side.flags.reports);
      begun.push(side.flags);
    }
    const learn = (more: Conceal) => {
      const before = conceal;
      conceal = (text) => more(before(text));
    };
    if (!other) return await published(context, (await judgeSide(context, own, learn, false)).result, flags);
    learn(concealerFor(other.flags, other.configuration));
    requireUsable(other.flags, other.configuration, 'The API key of the other target (--against-api-key or apiKey)');
    await requireThere(other, process.env);
    const judged = await judgeSide(context, own, learn, true);
    const against = await comparedWith(other, judged, (shown) => {
      context.stderr.write(`Against ${shown}:\n`);
      return judgeSide(context, other, learn, true);
    });
    return await published(context, { ...judged.result, against: mapStrings(against, conceal) }, flags);
  } catch (error) {
    if (!(error instanceof UnwritableError)) await forget(begun);
    const message = conceal((error as Error).message);
    if (CONFIGURATION_ERRORS.some((kind) => error instanceof kind)) return refuse(context, message, exitStatusOf.usage);
    if (error instanceof UnreachableError) return refuse(context, message, exitStatusOf.unreachable);
    // Whatever else was thrown: it is no verdict.
    const told = error instanceof SuiteFault ? message : conceal((error as Error).stack ?? message);
    return refuse(context, `the suite failed, which says nothing of the target:\n${told}`, exitStatusOf.fault);
  }
}

/** What shows a run, and is loaded while its cases wait for answers. */
const publishing = () => import('../terminal/print-result.ts');

function prepareVerdict(measure: Yardstick): void {
  void publishing();
  measure.select();
}

async function published(
  context: CommandContext,
  result: RunResult,
  { reports, annotations }: ConformFlags,
): Promise<number> {
  const { printResult } = await publishing();
  return await printResult(context, result, reports, annotations);
}

/** Whoever looks at the reports alone must not find the verdict of an earlier run. What is compared with stays. */
async function forget(begun: readonly ConformFlags[]): Promise<void> {
  if (begun.length === 0) return;
  const { removeReports } = await import('../../report/write-reports.ts');
  for (const { reports, baseline } of begun) await removeReports(reports, baseline);
}

/** What the user can mend. */
const CONFIGURATION_ERRORS = [ConfigurationError, DataError, DocumentError, ReportError, UnwritableError];

async function judgeSide(
  context: CommandContext,
  { baseUrl, configuration, flags, agreements }: OtherSide,
  learn: (conceal: Conceal) => void,
  keepsAnswers: boolean,
): Promise<Judged> {
  if (baseUrl !== undefined) {
    const full = await provisioned(baseUrl, configuration);
    learn(concealerFor(flags, full));
    requireFieldValue('The fixture `forbiddenApiKey`', forbiddenKeyOf(full.fixtures));
    requireDistinct(apiKeyOf(flags, full), full.fixtures, FIXTURES);
    const lacking = isWhole(flags) ? lackingFixtures(full) : undefined;
    if (lacking !== undefined) printError(context, lacking);
    return await judge(context, { baseUrl, ...shownConnection(full, flags) }, full, flags, agreements, keepsAnswers);
  }
  await using mock = await startEmbeddedMock({ port: 0, ...(flags.spec !== undefined && { spec: flags.spec }) });
  const target = { baseUrl: mock.url, embedded: true } as const;
  const fixtures = await seededFixtures(mock.url, installationsFor(selectionOf(flags)));
  return await judge(context, target, { fixtures }, { ...flags, apiKey: SEEDED_API_KEY }, agreements, keepsAnswers);
}

/** Who selects may need few fixtures. */
function isWhole({ only = [], skip = [] }: ConformFlags): boolean {
  return only.length + skip.length === 0;
}

/** What takes the secrets of a run out of everything that it says, whoever said it first, but for its own words. */
function concealerFor(flags: ConformFlags, configuration: TargetConfiguration, ownWords?: string): Conceal {
  const known = flags.apiKey ?? configuration.apiKey;
  const headers = headersOf(configuration, flags);
  const target = { ...configuration, headers, ...(known !== undefined && { apiKey: known }) };
  return concealer(unmistakable(secretsOf(target, ownWords), ownWords));
}

function apiKeyOf(flags: ConformFlags, configuration: TargetConfiguration): string {
  return flags.apiKey ?? configuration.apiKey ?? SEEDED_API_KEY;
}

/** Before anything is sent; whether fixtures differ that a hook has yet to make is not known. @throws ConfigurationError */
function requireUsable(
  flags: ConformFlags,
  configuration: TargetConfiguration,
  what = 'The API key (--api-key, CONTRACT_API_KEY or apiKey)',
): void {
  requireFieldValue(what, apiKeyOf(flags, configuration));
  requireFieldValue('The fixture `forbiddenApiKey`', forbiddenKeyOf(configuration.fixtures));
  if (!configuration.provision) requireDistinct(apiKeyOf(flags, configuration), configuration.fixtures, FIXTURES);
}

async function plan(
  { stdout }: CommandContext,
  baseUrl = 'an embedded mock',
  configuration: TargetConfiguration,
  flags: ConformFlags,
): Promise<number> {
  const { apiKey, spec, reports } = flags;
  const { makePlan, writePlan } = await import('../../run/plan.ts');
  const planned = await makePlan({ baseUrl, configuration, apiKey, spec, selection: selectionOf(flags) });
  stdout.write(renderPlan(planned));
  stdout.write(`\nPlan: ${await writePlan(planned, reports)}\n`);
  return 0;
}

async function judge(
  context: CommandContext,
  judged: RunResult['target'],
  configuration: TargetConfiguration,
  flags: ConformFlags,
  agreements: Agreements,
  keepsAnswers: boolean,
): Promise<Judged> {
  const { baseUrl, embedded } = judged;
  const selection = selectionOf(flags);
  const { shard, exploration } = selection;
  const { baseline } = agreements;
  const prism = flags.referee === undefined ? undefined : findPrism();
  const measure = await yardstick(flags.spec, selection);
  if (baseline) requireSameService(baseline, measure.contract.document.title);
  const runId = flags.runId ?? randomBytes(4).toString('hex');
  const { basePath } = measure.contract;
  // Shards of one run must not meet in the names that they make.
  const needs = { basePath, installations: installationsFor(selection) };
  const target = await targetOf(
    context,
    baseUrl,
    shard ? `${runId}_${shard.index}` : runId,
    configuration,
    flags,
    needs,
  );
  const startedAt = new Date();
  const start = performance.now();
  const live = progress(context.stderr, measure.requirements);
  const interruption = new AbortController();
  let remaining: string | undefined = 'the cases under way';
  void context.stopRequest().then(() => {
    if (remaining === undefined) return;
    live.end();
    context.stderr.write(`Stopping after ${remaining}; again to end at once.\n`);
    interruption.abort();
  });
  const records: CaseRecord[] = [];
  const onCase = (record: CaseRecord) => {
    // This thread has little to do from now on, and what comes after the last case waits for nothing.
    if (records.length === 0) prepareVerdict(measure);
    records.push(record);
    live.onCase(record);
  };
  const cleanUp = () => {
    const { forbiddenApiKey: _, ...fixtures } = target.fixtures;
    const left = leftBy(inSuiteOrder(records, measure.order));
    return cleanedUp(configuration, { baseUrl, runId: target.runId, ...left, fixtures });
  };
  const spec = measure.contract.document.path;
  try {
    const input = { target, spec, trusted: true, selection: measure.selection };
    const keepsTraffic = keepsAnswers || prism !== undefined;
    const { runSuite = runSuiteInVitest } = context;
    await runSuite({ ...input, keepsTraffic }, { onCase, concurrency: flags.concurrency, signal: interruption.signal });
  } catch (error) {
    const { message } = (await cleanUp()) ?? {};
    if (message !== undefined) printError(context, concealerFor(flags, configuration)(message));
    throw error;
  } finally {
    live.end();
  }
  const { aborted } = interruption.signal;
  remaining = 'the cleanup and the reports';
  if (!aborted) requireAll(unrun(measure.select(), records, ''), records.length);
  const durationMs = Math.round(performance.now() - start);
  const ordered = inSuiteOrder(records, measure.order);
  const hide = concealerFor(flags, configuration, measure.ownWords());
  // Half a character, which some case sent, is refused by many readers of JSON.
  const conceal: Conceal = (text) => hide(text).toWellFormed();
  const resultOf = (shown: readonly CaseRecord[], more: Pick<RunResult, 'cleanup' | 'referee'>) => {
    // Before the deviations get their names, so that they are those of what the reports show.
    const told = mapStrings(shown, conceal);
    const result = judgedRun(measure, told, {
      target: judged,
      runId,
      ...(shard && { shard: { ...shard, records: told, ...(baseline && { baseline }) } }),
      startedAt: startedAt.toISOString(),
      durationMs,
      ...more,
      ...(aborted && { stop: INTERRUPTED }),
      basis: flags.basis,
      ...agreements,
      ...(exploration && { exploration: { ...exploration, command: commandOf(flags, embedded ? '' : baseUrl) } }),
    });
    return mapStrings(result, conceal);
  };
  const shown = withoutTraffic(ordered);
  // Who is in a hurry may not wait for the hook.
  if (aborted && configuration.cleanup) await writeEarly(resultOf(shown, {}), flags);
  const cleanup = await cleanUp();
  const opinion = aborted ? {} : await secondOpinion(prism, measure.contract, ordered, target);
  const referenced = aborted ? shown : await withReference(shown, target, flags.spec);
  const result = resultOf(referenced, { ...(cleanup && { cleanup }), ...opinion });
  remaining = undefined;
  return { result, ...(keepsAnswers && { answers: answersOf(ordered, target.runId) }) };
}

/** What stands in the way is told when the reports are written again. */
async function writeEarly(result: RunResult, { reports }: ConformFlags): Promise<void> {
  const { writeReports } = await import('../../report/write-reports.ts');
  await writeReports(result, reports).catch(() => undefined);
}

/** @throws SuiteFault when a case was lost */
function requireAll(missing: readonly CaseRecord[], recorded: number): void {
  if (missing.length === 0) return;
  throw new SuiteFault(
    `${missing.length} of ${recorded + missing.length} cases have no result, such as "${missing[0]?.title}".`,
  );
}

const INTERRUPTED = { reason: 'interrupted', message: 'somebody ended it' } as const;

function selectionOf(flags: ConformFlags): Selection {
  const { only = [], skip = [], shard } = flags;
  const exploration = explorationOf(flags);
  return { only, skip, ...(shard && { shard }), ...(exploration && { exploration }) };
}

async function targetOf(
  context: CommandContext,
  baseUrl: string,
  runId: string,
  configuration: TargetConfiguration,
  flags: ConformFlags,
  { basePath, installations }: { basePath: string; installations: number },
): Promise<Target> {
  const { timeout, emailDomain = configuration.emailDomain, maxRps = configuration.maxRps } = flags;
  const connection = connectionOf(baseUrl, configuration, flags, process.env);
  const known = {
    ...connection,
    baseUrl,
    apiKey: apiKeyOf(flags, configuration),
    runId,
    timeoutMs: timeout,
    ...(emailDomain !== undefined && { emailDomain }),
    ...(maxRps !== undefined && { maxRps }),
  };
  await reach({ ...known, fixtures: {}, presumed: true }, basePath);
  const token = process.env.CONTRACT_ADMIN_TOKEN;
  const control = { ...(token && { token }), onRefused: () => printError(context, CONTROL_REFUSED) };
  const fixtures = configuration.fixtures ?? (await seededFixtures(baseUrl, installations, control, connection));
  return { ...known, fixtures, presumed: configuration.fixtures === undefined };
}

const CONTROL_REFUSED =
  'the mock makes no new installations without its token, so this run uses those that are left of its seed: set CONTRACT_ADMIN_TOKEN to the token that it was started with.';

function refuse(context: CommandContext, message: string, status: number): number {
  printError(context, message);
  return status;
}

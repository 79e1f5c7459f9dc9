import { type Conceal, checkSettings, SuiteFault, UnreachableError } from '../../../conformance/index.ts';
import { InputError } from '../../contract/input-error.ts';
import { requireWritable, UnwritableError } from '../../report/reports-directory.ts';
import { requireConsent } from '../../run/consent.ts';
import { renderPlan } from '../../run/planned-run.ts';
import { findPrism } from '../../run/referee/prism.ts';
import { runSide, type SideResult } from '../../run/run-side.ts';
import { compareWithSecondTarget, requireReachable } from '../../run/second-target.ts';
import { concealerFor, requireUsable, type Side } from '../../run/side.ts';
import { mapStrings } from '../../run-result/map-strings.ts';
import type { CommandContext } from '../command-context.ts';
import { exitStatusOf } from '../exit-status.ts';
import { conventionalFile } from '../flags/configuration-file.ts';
import { type ConformFlags, configurationOf, otherSide, ownSide } from '../flags/conform-flags.ts';
import { withSeed } from '../flags/exploration-flags.ts';
import { requireBaseUrl } from '../flags/require-base-url.ts';
import { isInCi } from '../terminal/colors.ts';
import { printError } from '../terminal/error-line.ts';
import { runObserver } from '../terminal/run-observer.ts';

/**
 * Runs `integration-contract conform`: once, or with `--watch` also after each change. @returns the exit status of the
 * last run
 */
export async function conformCommand(
  context: CommandContext,
  baseUrl: string | undefined,
  given: ConformFlags,
): Promise<number> {
  const { watch = false } = given;
  if (watch === false) return await judgeOnce(context, baseUrl, given);
  const { watchRuns } = await import('./watch.ts');
  return await watchRuns(context, baseUrl, { ...given, watch }, judgeOnce);
}

/** Judges the target once, prints the result and writes the reports. @returns the exit status */
async function judgeOnce(context: CommandContext, baseUrl: string | undefined, given: ConformFlags): Promise<number> {
  let conceal: Conceal = (text) => text;
  const learn = (more: Conceal) => {
    const before = conceal;
    conceal = (text) => more(before(text));
  };
  const begun: Side[] = [];
  try {
    const flags = withSeed(given);
    const file = flags.config ?? conventionalFile();
    const configuration = await configurationOf(flags, process.env, file);
    learn(concealerFor(configuration));
    const { emailDomain } = flags;
    if (emailDomain !== undefined) checkSettings({ emailDomain }, '--email-domain (or CONTRACT_EMAIL_DOMAIN)');
    const url = baseUrl ?? process.env.CONTRACT_BASE_URL ?? configuration.baseUrl;
    const own = ownSide(flags, configuration, url);
    requireUsable(configuration);
    // This function completes all checks before the run starts the `provision` hook: the hook must not create records
    // for a run that cannot start.
    if (flags.referee !== undefined) findPrism();
    if (flags.plan === true) return await plan(context, own);
    requireBaseUrl(own.baseUrl, { ...flags, ...(file !== undefined && { config: file }) });
    const other = await otherSide(flags, process.env);
    const sides = other ? [own, other] : [own];
    for (const side of sides) {
      if (side.baseUrl !== undefined) requireConsent(side.baseUrl, side.configuration, side.settings.selection);
    }
    for (const side of sides) {
      await requireWritable(side.settings.reports);
      begun.push(side);
    }
    await using started = new AsyncDisposableStack();
    for (const side of sides) {
      if (side.configuration.start === undefined) continue;
      const { startTarget } = await import('../../run/started-target.ts');
      const onNotice = (message: string) => printError(context, message);
      const options = { env: process.env, reuses: !isInCi(), onNotice };
      started.use(await startTarget(side.baseUrl, side.configuration, options));
    }
    const judge = (side: Side) => {
      const { runSuite } = context;
      const { reports, formats } = side.settings;
      const { quiet = false, verbose = false } = flags;
      const shown = { quiet, verbose, conceal: (text: string) => conceal(text), onSecrets: learn };
      const observer = runObserver(context, { reports, formats, ...shown });
      return runSide(side, { observer, env: process.env, keepsResponses: other !== undefined, runSuite });
    };
    if (!other) return await print(context, await judge(own), flags);
    learn(concealerFor(other.configuration));
    requireUsable(other.configuration, 'The API key of the second target (--against-api-key or apiKey)');
    await requireReachable(other, process.env);
    const judged = await judge(own);
    const against = await compareWithSecondTarget(other, judged, (shownUrl) => {
      context.stderr.write(`Against ${shownUrl}:\n`);
      return judge(other);
    });
    const result = { ...judged.result, against: mapStrings(against, conceal) };
    return await print(context, { ...judged, result }, flags);
  } catch (error) {
    if (!(error instanceof UnwritableError)) await removeStaleReports(begun, given.baseline);
    const message = conceal((error as Error).message);
    const status = statusOf(error);
    if (status === exitStatusOf.fault) {
      const shown = error instanceof SuiteFault ? message : conceal((error as Error).stack ?? message);
      printError(context, `The suite itself failed, so the run has no result for the target:\n${shown}`);
    } else printError(context, message);
    return status;
  }
}

/**
 * Exit status for an error. An unexpected error has an exit status of its own, so that a CI job cannot mistake the
 * error for a verdict.
 */
function statusOf(error: unknown): number {
  if (error instanceof InputError) return exitStatusOf.usage;
  return error instanceof UnreachableError ? exitStatusOf.unreachable : exitStatusOf.fault;
}

async function print(
  context: CommandContext,
  { result, misconfiguration }: SideResult,
  flags: ConformFlags,
): Promise<number> {
  const { printResult } = await import('../terminal/print-result.ts');
  const status = await printResult(context, result, flags.reports, flags);
  if (misconfiguration === undefined || status !== exitStatusOf.incomplete) return status;
  printError(context, misconfiguration);
  return exitStatusOf.usage;
}

/**
 * Removes the reports of an earlier run, so that a reader does not mistake them for reports of this run. Keeps the
 * baseline.
 */
async function removeStaleReports(sides: readonly Side[], baseline: string | undefined): Promise<void> {
  if (sides.length === 0) return;
  const { removeReports } = await import('../../report/write-reports.ts');
  const kept = baseline === undefined ? [] : [baseline];
  for (const { settings } of sides) await removeReports(settings.reports, ...kept);
}

async function plan({ stdout }: CommandContext, { baseUrl = 'an embedded mock', ...side }: Side): Promise<number> {
  const { configuration, settings } = side;
  const { spec, selection, reports } = settings;
  const { makePlan, writePlan } = await import('../../run/plan.ts');
  const planned = await makePlan({ baseUrl, configuration, spec, selection });
  stdout.write(renderPlan(planned));
  stdout.write(`\nPlan: ${await writePlan(planned, reports)}\n`);
  return 0;
}

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import {
  type CaseRecord,
  type Conceal,
  ConfigurationError,
  concealer,
  loadConfiguration,
  reach,
  runSuite,
  SEEDED_API_KEY,
  type SelectedCases,
  type Selection,
  SuiteFault,
  secretsOf,
  seededFixtures,
  selectCases,
  type Target,
  type TargetConfiguration,
  UnreachableError,
  unmistakable,
} from '../../conformance/index.ts';
import { startMock } from '../../mock/index.ts';
import { Contract } from '../contract/contract.ts';
import { coveragePoints } from '../contract/coverage-points.ts';
import { loadReasons } from '../contract/decisions.ts';
import { DocumentError, loadDocument } from '../contract/document.ts';
import { DECISIONS_FILE, OPENAPI_FILE, REQUIREMENTS_FILE } from '../contract/project-files.ts';
import { loadRequirements, type Requirement } from '../contract/requirements.ts';
import { locateRules } from '../contract/rule-places.ts';
import { annotate } from '../report/annotate.ts';
import { assembleRun, type Gate, leftBy, type RunFacts } from '../report/assemble.ts';
import { mapStrings } from '../report/map-strings.ts';
import { renderPlan } from '../report/plan.ts';
import type { RunResult } from '../report/run-result.ts';
import { renderText } from '../report/summary-text.ts';
import { writeReports } from '../report/write-reports.ts';
import { complain } from './complain.ts';
import { type ConnectionFlags, connectionOf, headersOf } from './connection-flags.ts';
import { requireConsent } from './consent.ts';
import { exitStatusOf } from './exit-status.ts';
import { makePlan, writePlan } from './plan.ts';
import { progress } from './progress.ts';
import { projectPath } from './project-path.ts';
import { cleanedUp, provisioned } from './provision.ts';
import { withReference } from './reference/reference-answers.ts';
import { stopRequest } from './stop-request.ts';
import { name, version } from './version.ts';

export interface ConformFlags extends ConnectionFlags {
  readonly apiKey?: string;
  readonly config?: string;
  readonly reports: string;
  readonly basis: Gate;
  readonly spec?: string;
  readonly timeout: number;
  readonly concurrency: number;
  readonly yes?: boolean;
  readonly plan?: boolean;
  readonly emailDomain?: string;
  readonly maxRps?: number;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
}

/** `integration-contract conform`: judges, prints, writes the reports. @returns the exit status of design */
export async function conformCommand(baseUrl: string | undefined, flags: ConformFlags): Promise<number> {
  let conceal: Conceal = (text) => text;
  try {
    const configuration = flags.config === undefined ? {} : loadConfiguration(flags.config, process.env);
    conceal = concealerFor(flags, configuration);
    const url = baseUrl ?? process.env.CONTRACT_BASE_URL ?? configuration.baseUrl;
    const checked = url === undefined ? undefined : checkedUrl(url);
    if (flags.plan === true) return await plan(checked, configuration, flags);
    if (checked !== undefined) {
      requireConsent(checked, configuration, flags.yes === true);
      const full = await provisioned(checked, configuration);
      conceal = concealerFor(flags, full);
      return await judge(checked, full, flags);
    }
    await using mock = await startMock({ port: 0, ...(flags.spec !== undefined && { spec: flags.spec }) });
    return await judge(mock.url, { fixtures: await seededFixtures(mock.url) }, { ...flags, apiKey: SEEDED_API_KEY });
  } catch (error) {
    const message = conceal((error as Error).message);
    if (error instanceof ConfigurationError || error instanceof DocumentError)
      return refuse(message, exitStatusOf.usage);
    if (error instanceof UnreachableError) return refuse(message, exitStatusOf.unreachable);
    if (error instanceof SuiteFault)
      return refuse(`the suite failed, which says nothing of the target:\n${message}`, exitStatusOf.fault);
    throw error;
  }
}

/** What takes the secrets of a run out of everything that it says, whoever said it first. */
function concealerFor(flags: ConformFlags, configuration: TargetConfiguration): Conceal {
  const known = flags.apiKey ?? configuration.apiKey;
  const headers = headersOf(configuration, flags);
  return concealer(
    unmistakable(secretsOf({ ...configuration, headers, ...(known !== undefined && { apiKey: known }) })),
  );
}

async function plan(
  baseUrl = 'an embedded mock',
  configuration: TargetConfiguration,
  flags: ConformFlags,
): Promise<number> {
  const { apiKey, spec, reports } = flags;
  const planned = await makePlan({ baseUrl, configuration, apiKey, spec, selection: selectionOf(flags) });
  process.stdout.write(renderPlan(planned));
  try {
    process.stdout.write(`\nPlan: ${await writePlan(planned, reports)}\n`);
  } catch (error) {
    return refuse((error as Error).message, exitStatusOf.usage);
  }
  return 0;
}

async function judge(baseUrl: string, configuration: TargetConfiguration, flags: ConformFlags): Promise<number> {
  const spec = flags.spec ?? OPENAPI_FILE;
  const contract = new Contract(await loadDocument(spec, { trusted: spec === OPENAPI_FILE }));
  const selection = selectionOf(flags);
  const requirements = loadRequirements(REQUIREMENTS_FILE);
  const selected = selectCases(contract, requirements, selection);
  const target = await targetOf(baseUrl, configuration, flags, contract.basePath);
  const startedAt = new Date();
  const start = performance.now();
  const live = progress(process.stderr);
  const interruption = new AbortController();
  void stopRequest().then(() => interruption.abort());
  const records: CaseRecord[] = [];
  const onCase = (record: CaseRecord) => {
    records.push(record);
    live.onCase(record);
  };
  const cleanUp = () => {
    const { forbiddenApiKey: _, ...fixtures } = target.fixtures;
    return cleanedUp(configuration, { baseUrl, runId: target.runId, ...leftBy(records), fixtures });
  };
  try {
    const input = { target, spec, requirements: REQUIREMENTS_FILE, trusted: true, selection };
    await runSuite(input, { onCase, concurrency: flags.concurrency, signal: interruption.signal });
  } catch (error) {
    const { message } = (await cleanUp()) ?? {};
    if (message !== undefined) complain(concealerFor(flags, configuration)(message));
    throw error;
  } finally {
    live.end();
  }
  const durationMs = Math.round(performance.now() - start);
  const cleanup = await cleanUp();
  const told = interruption.signal.aborted ? records : await withReference(records, target, flags.spec);
  const { title, version: contractVersion, sha256, path } = contract.document;
  const result = assembleRun(requirements, told, {
    suite: { name, version },
    contract: { title, version: contractVersion, sha256, file: projectPath(path) },
    target: { baseUrl },
    runId: target.runId,
    startedAt: startedAt.toISOString(),
    durationMs,
    ...(cleanup && { cleanup }),
    ...(interruption.signal.aborted && { stop: INTERRUPTED }),
    basis: flags.basis,
    operationIds: contract.operations.map(({ operationId }) => operationId),
    points: coveragePoints(contract),
    ...narrowed(selection, selected, requirements),
  });
  const notes = {
    reasons: loadReasons(DECISIONS_FILE),
    page: (id: string) => `docs/requirements/${id}.md`,
    places: () => locateRules(readFileSync(path, 'utf8')),
  };
  return await publish(mapStrings(annotate(result, notes), concealerFor(flags, configuration)), flags.reports);
}

const INTERRUPTED = { reason: 'interrupted', message: 'somebody ended it' } as const;

function selectionOf({ only = [], skip = [] }: ConformFlags): Selection {
  return { only, skip };
}

/** What the result says of a selection; nothing where everything is judged. */
function narrowed(
  selection: Selection,
  { cases, ofCases, requirements: selected }: SelectedCases,
  requirements: readonly Requirement[],
): Pick<RunFacts, 'selection' | 'selected'> {
  if (selection.only.length + selection.skip.length === 0) return {};
  const ofRequirements = requirements.filter(({ excluded }) => excluded === undefined).length;
  const counts = { requirements: selected.size, ofRequirements, cases: cases.length, ofCases };
  return { selection: { ...selection, ...counts }, selected };
}

async function targetOf(
  baseUrl: string,
  configuration: TargetConfiguration,
  flags: ConformFlags,
  basePath: string,
): Promise<Target> {
  const { apiKey, timeout, emailDomain = configuration.emailDomain, maxRps = configuration.maxRps } = flags;
  const known = {
    ...connectionOf(baseUrl, configuration, flags, process.env),
    baseUrl,
    apiKey: apiKey ?? configuration.apiKey ?? SEEDED_API_KEY,
    runId: randomBytes(4).toString('hex'),
    timeoutMs: timeout,
    ...(emailDomain !== undefined && { emailDomain }),
    ...(maxRps !== undefined && { maxRps }),
  };
  await reach({ ...known, fixtures: {}, presumed: true }, basePath);
  const fixtures = configuration.fixtures ?? (await seededFixtures(baseUrl));
  return { ...known, fixtures, presumed: configuration.fixtures === undefined };
}

/** @throws ConfigurationError when it is no base URL */
function checkedUrl(given: string): string {
  const url = URL.parse(given);
  const text = given.replace(/\/\/[^/@]*@/, '//…@');
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigurationError(`${text} is not a base URL: it begins with http:// or https://.`);
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new ConfigurationError(`${text} is not a base URL: it has no user, query or fragment.`);
  }
  const base = url.href.replace(/\/+$/, '');
  if (base.endsWith('/v1')) {
    throw new ConfigurationError(
      `${text} ends with /v1, which the suite appends itself (D01): give ${base.slice(0, -3)}.`,
    );
  }
  return base;
}

async function publish(result: RunResult, directory: string): Promise<number> {
  process.stdout.write(`\n${renderText(result, { color: process.stdout.isTTY === true })}\n`);
  try {
    const paths = await writeReports(result, directory);
    process.stdout.write(`Reports in ${directory}: ${paths.map((path) => basename(path)).join(', ')}\n`);
  } catch (error) {
    return refuse((error as Error).message, exitStatusOf.usage);
  }
  return result.stop?.reason === 'gone' ? exitStatusOf.unreachable : exitStatusOf[result.verdict];
}

function refuse(message: string, status: number): number {
  complain(message);
  return status;
}

import type { CoveragePoint } from '../contract/document/coverage-points.ts';
import type { Basis } from '../contract/document/rule.ts';
import type { Requirement } from '../contract/requirement.ts';
import type { CaseRecord } from './case-record.ts';
import { clearestFirst } from './clearest-first.ts';
import { coverageOf } from './coverage.ts';
import type { CoverageException } from './coverage-exception.ts';
import { toCurl } from './curl.ts';
import { deviationOf } from './deviation.ts';
import type { Finding } from './finding.ts';
import { isGating } from './gate.ts';
import { usedProperty } from './leftovers.ts';
import { ranked } from './rank.ts';
import { type CaseResult, countOutcomes, type Outcome, type RequirementResult } from './requirement-result.ts';
import { type RunResult, SCHEMA_VERSION, type Side, type Verdict } from './run-result.ts';
import { type CreatedData, distinctTraces } from './trace.ts';
import { type FindWaiver, WaiversInForce } from './waivers/apply-waivers.ts';
import type { Waivers } from './waivers/waiver.ts';

/**
 * Requirements that decide the verdict. `all`: all MUST requirements. `documented`: only the documented and corrected
 * MUST requirements.
 */
export type Gate = RunResult['basis'];

type FactsOfResult = 'runId' | 'shard' | 'cleanup' | 'referee' | 'exploration' | 'stop' | 'durationMs' | 'selection';

/** Facts about a run that the records of its cases do not contain. */
export interface RunFacts extends Omit<Side, 'verdict'>, Pick<RunResult, FactsOfResult> {
  /** Coverage points of the contract; without them, the result has no coverage section. */
  readonly points?: readonly CoveragePoint[];
  /** Sides of coverage points that a run need not cover, such as the rejection of a request. */
  readonly unreachable?: readonly CoverageException[];
  /** Kinds of record that an operation of the contract can delete. */
  readonly deletable?: readonly string[];
  /** Operations of the contract. */
  readonly operationIds: readonly string[];
  /** IDs of the requirements that the selected cases can judge; absent without a selection. */
  readonly selected?: ReadonlySet<string>;
  readonly waivers?: Waivers;
}

/** Settings that decide how findings become outcomes. */
interface Judgement extends Pick<RunFacts, 'operationIds' | 'selected' | 'shard' | 'target'> {
  readonly gate: Gate;
  readonly waiverOf: FindWaiver;
  /** Command line of the run; a report appends flags, so that the command repeats a finding of an exploration. */
  readonly command: string | undefined;
}

/**
 * Maximum number of cases of a requirement that keep their exchanges. The exchanges of more cases would not help to
 * find the cause of a failure.
 */
const MAX_WITH_EXCHANGES = 10;
/**
 * Maximum total length of the commands of a requirement, in characters. The cases after this maximum have no command;
 * `conform --only` with the ID of a case repeats the requests of the case.
 */
const MAX_COMMANDS = 20_000;
const MAX_EXCHANGES = 8;
const MAX_EXPLORED_EXCHANGES = 20;

/** Computes the outcome of each requirement and the verdict from the findings of the cases. */
export function assembleRun(
  requirements: readonly Requirement[],
  records: readonly CaseRecord[],
  facts: RunFacts,
): RunResult {
  const { operationIds, selected, points, unreachable = [], deletable = [], waivers: _, ...rest } = facts;
  const { basis: gate, shard, selection, startedAt } = facts;
  const inForce =
    facts.waivers &&
    new WaiversInForce(facts.waivers, requirements, (one) => neverJudged(one, operationIds), startedAt.slice(0, 10));
  const waiverOf: FindWaiver = (...deviation) => inForce?.find(...deviation);
  const command = facts.exploration?.command;
  const narrowed = { ...(selected && { selected }), ...(shard && { shard }) };
  const judgement = { gate, waiverOf, command, operationIds, target: facts.target, ...narrowed };
  const found = findingsByRule(records);
  const assembled = requirements.map((requirement) =>
    assembleRequirement(requirement, found.get(requirement.id) ?? [], judgement),
  );
  const results = ranked(assembled, records);
  const stop = records.find((record) => record.stop)?.stop ?? facts.stop;
  const extent = { narrowed: selection !== undefined, partial: shard !== undefined || stop !== undefined };
  const verdict = verdictOf(results, gate, stop !== undefined);
  const waiverResults = inForce?.results(results, { records, ...extent });
  return {
    schemaVersion: SCHEMA_VERSION,
    ...rest,
    verdict,
    ...testDataOf(records, deletable),
    ...(points && { coverage: coverageOf(points, records, unreachable) }),
    ...(waiverResults && { waivers: waiverResults }),
    ...(stop && { stop }),
    counts: countOutcomes(results),
    caseCounts: countOutcomes(results.flatMap(({ cases }) => cases)),
    cases: { run: records.length, failed: failedCases(results).size },
    requests: records.reduce((sum, { requests }) => sum + requests, 0),
    requirements: results,
  };
}

function failedCases(results: readonly RequirementResult[]): Set<string> {
  const failed = results.flatMap(({ cases }) => cases.filter(({ outcome }) => outcome === 'failed'));
  return new Set(failed.map(({ id, title }) => id ?? title));
}

const IN_ORDER = new Intl.Collator('en', { numeric: true });

/**
 * Test data of a run: the records that the run created and no operation can delete, and the IDs of the fixtures that
 * the run deleted. Each record occurs once. The order of the records does not depend on the speed of the cases.
 */
export function testDataOf(records: readonly CaseRecord[], deletable: readonly string[]) {
  const traces = distinctTraces(records.flatMap((record) => record.traces ?? []));
  const leftovers = traces.flatMap(({ created }) => created ?? []);
  const idsOf = (kind: string) =>
    traces.flatMap(({ deleted }) => (deleted?.kind === kind ? [deleted.id] : [])).toSorted();
  return {
    leftovers: leftovers.toSorted((a, b) => IN_ORDER.compare(sortKeyOf(a), sortKeyOf(b))),
    ...Object.fromEntries(deletable.map((kind) => [usedProperty(kind), idsOf(kind)])),
  };
}

/** Sort key of a created record. The sort key ignores the random characters in generated names of a fixed length. */
function sortKeyOf({ kind, name = '', paths = [] }: CreatedData): string {
  return [kind, name.length, name.replace(/[^ -~]/g, '~'), ...paths].join(' ');
}

function verdictOf(results: readonly RequirementResult[], gate: Gate, stopped: boolean): Verdict {
  if (results.some(({ outcome }) => outcome === 'failed')) return 'nonconforming';
  const open = results.filter(({ outcome }) => outcome === 'untestable');
  const none = results.every(({ outcome }) => outcome === 'untestable' || outcome === 'notApplicable');
  return none || stopped || open.some((result) => isGating(result, gate)) ? 'incomplete' : 'conforming';
}

/** Record of a case, with the findings of the case about one requirement. */
interface Found {
  readonly record: CaseRecord;
  readonly findings: readonly Finding[];
}

/** Findings by requirement ID; the findings of a requirement have the order of the case records. */
function findingsByRule(records: readonly CaseRecord[]): ReadonlyMap<string, readonly Found[]> {
  const byRule = new Map<string, Found[]>();
  for (const record of records) {
    for (const [rule, findings] of Map.groupBy(record.findings, (finding) => finding.rule)) {
      const known = byRule.get(rule);
      if (known) known.push({ record, findings });
      else byRule.set(rule, [{ record, findings }]);
    }
  }
  return byRule;
}

function assembleRequirement(
  requirement: Requirement,
  found: readonly Found[],
  judgement: Judgement,
): RequirementResult {
  const { id, title, level, basis, clause, text, operationId, tags, since } = requirement;
  const { gate, operationIds, selected, shard } = judgement;
  const row = {
    ...{ id, title, level, basis, text },
    ...(clause && { clause }),
    ...(operationId && { operationId }),
    ...(tags && { tags }),
    ...(since && { since }),
  };
  const isUnselected = selected?.has(id) === false;
  const unselectedReason = shard ? 'not in this shard.' : 'not selected in this run.';
  const isUndocumented = requirement.ofEngine && basis === 'decided' && gate === 'documented';
  const reason =
    neverJudged(requirement, operationIds) ??
    (isUnselected ? unselectedReason : isUndocumented ? 'the document does not state it.' : undefined);
  if (reason !== undefined) {
    return { ...row, outcome: 'notApplicable', message: `${id}: ${reason}`, exchanges: [], cases: [] };
  }
  const durationMs = found.reduce(
    (sum, { record }) => sum + (record.rules[0] === id ? (record.durationMs ?? 0) : 0),
    0,
  );
  const own = withinLimits(ownCases(requirement, found, judgement), judgement.target);
  const cases = [...own, ...responseSummaries(requirement, found)];
  const outcome = worst(cases, requirement, gate);
  const first = cases.find((one) => one.outcome === outcome);
  if (outcome === 'passed' || !first) {
    const message =
      level === 'MAY' ? `${id}: not enabled by the configuration.` : `${id}: no case tested this requirement.`;
    return { ...row, outcome, durationMs, ...(outcome !== 'passed' && { message }), exchanges: [], cases };
  }
  const { message, expected, actual, pointer, exchanges, curl, replay } = first;
  return {
    ...row,
    outcome,
    durationMs,
    ...(message && { message }),
    ...(expected && { expected }),
    ...(actual && { actual }),
    ...(pointer !== undefined && { pointer }),
    exchanges,
    ...(curl && { curl }),
    ...(replay && { replay }),
    cases,
  };
}

/** Reason why no run can judge the requirement; undefined if a run can judge it. */
function neverJudged({ excluded, operationId }: Requirement, operationIds: readonly string[]): string | undefined {
  const absent = operationId !== undefined && !operationIds.includes(operationId);
  return excluded ?? (absent ? `The contract has no operation ${operationId}.` : undefined);
}

function worst(cases: readonly CaseResult[], requirement: Requirement, gate: Gate): Outcome {
  const seen = new Set(cases.map(({ outcome }) => outcome));
  // A warning does not affect the verdict, so it must not hide an untested part of the requirement that affects the
  // verdict.
  const middle: Outcome[] = isGating(requirement, gate) ? ['untestable', 'warned'] : ['warned', 'untestable'];
  const order: Outcome[] = ['failed', ...middle, 'waived', 'passed'];
  return (
    order.find((outcome) => seen.has(outcome)) ??
    (requirement.level === 'MAY' || requirement.ofEngine ? 'notApplicable' : 'untestable')
  );
}

/**
 * Cases of a requirement: first the cases with a failure or an untestable finding, the clearest example first; then the
 * passed cases.
 */
function ownCases(requirement: Requirement, found: readonly Found[], judgement: Judgement): CaseResult[] {
  const isNotable = ({ result }: Finding) => result !== 'holds';
  const notable = found.flatMap(({ record, findings }) =>
    distinct(findings.filter(isNotable)).map((finding) => ({ record, finding })),
  );
  const passed = found.filter(
    ({ record, findings }) => !findings.some(isNotable) && record.rules.includes(requirement.id),
  );
  return [
    ...clearestFirst(notable).map(({ record, finding }) => notableCase(requirement, record, finding, judgement)),
    ...passed.map(({ record }) => ({ ...headOf(record), outcome: 'passed' as const, exchanges: [] })),
  ];
}

/**
 * Summary per operation: the number of responses in which cases of other requirements also verified this requirement.
 */
function responseSummaries({ id }: Requirement, found: readonly Found[]): CaseResult[] {
  const held = found.filter(
    ({ record, findings }) => !record.rules.includes(id) && findings.every(({ result }) => result === 'holds'),
  );
  const byOperation = Map.groupBy(held, ({ record }) => record.operationId);
  return [...byOperation].map(([operationId, ofOperation]) => {
    const count = ofOperation.reduce((sum, { findings }) => sum + findings.length, 0);
    const title = `${count} responses of ${operationId ?? 'several operations'}`;
    return { title, ...(operationId && { operationId }), outcome: 'passed', exchanges: [] };
  });
}

function notableCase(
  requirement: Requirement,
  record: CaseRecord,
  finding: Finding,
  { gate, waiverOf, command }: Judgement,
): CaseResult {
  const { id, clause } = requirement;
  const basis = basisOf(requirement, record, finding);
  const { expected, actual, pointer, exchange, replay } = finding;
  const common = {
    ...headOf(record),
    ...(basis !== requirement.basis && { basis }),
    message: `${id} (${basis}${clause ? ` ${clause}` : ''}): ${finding.message ?? ''}.`,
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
    ...(pointer !== undefined && { pointer }),
    ...(replay && command && { replay: `${command} ${replay}` }),
  };
  if (finding.result === 'untestable') return { ...common, outcome: 'untestable', exchanges: [] };
  const exchanges = exchange === undefined ? [] : record.exchanges.slice(firstShown(exchange, finding), exchange + 1);
  const last = exchanges.at(-1);
  const deviation = deviationOf(record.id, finding, last?.response.status);
  const waiver = waiverOf(id, deviation);
  return {
    ...common,
    outcome: waiver ? 'waived' : outcomeOf(finding.level ?? requirement.level, basis, gate),
    exchanges,
    deviation,
    ...(waiver && { waiver }),
  };
}

/**
 * Index of the first exchange of a case that a report shows. For a request sequence that an exploration shortened, a
 * report shows more exchanges than for other cases, since the failure needs every remaining request.
 */
function firstShown(last: number, { since }: Finding): number {
  return since === undefined
    ? Math.max(0, last + 1 - MAX_EXCHANGES)
    : Math.max(since, last + 1 - MAX_EXPLORED_EXCHANGES);
}

/**
 * Outcome of a failure: `warned` for a SHOULD and for a requirement that does not decide the verdict, otherwise
 * `failed`.
 */
function outcomeOf(level: Requirement['level'], basis: Basis, gate: Gate): Outcome {
  return level === 'MUST' && (gate === 'all' || basis !== 'decided') ? 'failed' : 'warned';
}

function basisOf({ basis, documentedFor }: Requirement, { operationId }: CaseRecord, finding: Finding): Basis {
  if (finding.basis) return finding.basis;
  const isOtherOperation =
    documentedFor !== undefined && operationId !== undefined && !documentedFor.includes(operationId);
  return isOtherOperation ? 'decided' : basis;
}

function headOf({ id, title, operationId }: CaseRecord): Pick<CaseResult, 'id' | 'title' | 'operationId'> {
  return { id, title, ...(operationId && { operationId }) };
}

function distinct(findings: readonly Finding[]): Finding[] {
  const byMessage = new Map(
    findings.map((finding) => [`${finding.message} ${finding.expected} ${finding.actual}`, finding]),
  );
  return [...byMessage.values()];
}

/**
 * Limits the size of the report: only the first cases keep their exchanges and get a command that repeats the failing
 * request.
 */
function withinLimits(cases: readonly CaseResult[], target: RunFacts['target']): CaseResult[] {
  let [kept, characters] = [0, 0];
  return cases.map((one) => {
    const last = one.exchanges.at(-1);
    if (!last) return one;
    const exchanges = kept++ < MAX_WITH_EXCHANGES ? one.exchanges : [];
    if (characters > MAX_COMMANDS) return { ...one, exchanges };
    const curl = toCurl(last.request, target);
    characters += curl.length;
    return { ...one, exchanges, curl };
  });
}

import type { CoveragePoint } from '../contract/document/coverage-points.ts';
import type { Basis } from '../contract/document/rule.ts';
import type { Requirement } from '../contract/requirement.ts';
import type { CaseRecord } from './case-record.ts';
import { coverageOf } from './coverage.ts';
import type { CoverageException } from './coverage-exception.ts';
import { toCurl } from './curl.ts';
import { deviationOf } from './deviation.ts';
import type { Finding } from './finding.ts';
import { isGating } from './gate.ts';
import { usedProperty } from './leftovers.ts';
import { type CaseResult, countOutcomes, type Outcome, type RequirementResult } from './requirement-result.ts';
import { type RunResult, SCHEMA_VERSION, type Side, type Verdict } from './run-result.ts';
import { type CreatedData, distinctTraces } from './trace.ts';
import { type FindWaiver, WaiversInForce } from './waivers/apply-waivers.ts';
import type { Waivers } from './waivers/waiver.ts';

/** `documented`: only what the interface says decides the verdict. */
export type Gate = RunResult['basis'];

type FactsOfResult = 'runId' | 'shard' | 'cleanup' | 'referee' | 'exploration' | 'stop' | 'durationMs' | 'selection';

/** The facts about a run, in addition to its records. */
export interface RunFacts extends Omit<Side, 'verdict'>, Pick<RunResult, FactsOfResult> {
  /** What the contract says that traffic can show; without it, no coverage is told. */
  readonly points?: readonly CoveragePoint[];
  /** The sides of points that a run need not show. */
  readonly unreachable?: readonly CoverageException[];
  /** The kinds of record that the contract can delete. */
  readonly deletable?: readonly string[];
  /** The operations that the contract has. */
  readonly operationIds: readonly string[];
  /** Ids of the requirements that the selection can judge. */
  readonly selected?: ReadonlySet<string>;
  readonly waivers?: Waivers;
}

/** How the findings of a run are judged. */
interface Judgement extends Pick<RunFacts, 'operationIds' | 'selected' | 'shard' | 'target'> {
  readonly gate: Gate;
  readonly waiverOf: FindWaiver;
  /** What was run, for flags that repeat what was found by exploration. */
  readonly command: string | undefined;
}

/** Cases of one requirement whose messages are kept: enough to see the fault, few enough to read. */
const MAX_WITH_EXCHANGES = 10;
const MAX_EXCHANGES = 8;
const MAX_EXPLORED_EXCHANGES = 20;

/** Turns the findings of the cases, merged by the rule packs, into a verdict for each requirement and for the target. */
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
  const results = requirements.map((requirement) =>
    assembleRequirement(requirement, found.get(requirement.id) ?? [], judgement),
  );
  const stop = records.find((record) => record.stop)?.stop ?? facts.stop;
  const left = { narrowed: selection !== undefined, partial: shard !== undefined || stop !== undefined };
  const verdict = verdictOf(results, gate, stop !== undefined);
  const settled = inForce?.results(results, { records, ...left });
  return {
    schemaVersion: SCHEMA_VERSION,
    ...rest,
    verdict,
    ...leftBy(records, deletable),
    ...(points && { coverage: coverageOf(points, records, unreachable) }),
    ...(settled && { waivers: settled }),
    ...(stop && { stop }),
    counts: countOutcomes(results),
    caseCounts: countOutcomes(results.flatMap(({ cases }) => cases)),
    requests: records.reduce((sum, { requests }) => sum + requests, 0),
    requirements: results,
  };
}

const IN_ORDER = new Intl.Collator('en', { numeric: true });

/** What a run left behind, each thing once, in an order that does not depend on which case was faster. */
export function leftBy(records: readonly CaseRecord[], deletable: readonly string[]) {
  const traces = distinctTraces(records.flatMap((record) => record.traces ?? []));
  const leftovers = traces.flatMap(({ created }) => created ?? []);
  const idsOf = (kind: string) =>
    traces.flatMap(({ deleted }) => (deleted?.kind === kind ? [deleted.id] : [])).toSorted();
  return {
    leftovers: leftovers.toSorted((a, b) => IN_ORDER.compare(placeOf(a), placeOf(b))),
    ...Object.fromEntries(deletable.map((kind) => [usedProperty(kind), idsOf(kind)])),
  };
}

/** Where the length of a name is tried, its characters are others in each run. */
function placeOf({ kind, name = '', paths = [] }: CreatedData): string {
  return [kind, name.length, name.replace(/[^ -~]/g, '~'), ...paths].join(' ');
}

function verdictOf(results: readonly RequirementResult[], gate: Gate, stopped: boolean): Verdict {
  if (results.some(({ outcome }) => outcome === 'failed')) return 'nonconforming';
  const open = results.filter(({ outcome }) => outcome === 'untestable');
  const none = results.every(({ outcome }) => outcome === 'untestable' || outcome === 'notApplicable');
  return none || stopped || open.some((result) => isGating(result, gate)) ? 'incomplete' : 'conforming';
}

/** The findings of one case about one rule. */
interface Found {
  readonly record: CaseRecord;
  readonly findings: readonly Finding[];
}

/** By rule, in the order of the records. */
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
  const { id, title, level, basis, clause, text, operationId } = requirement;
  const { gate, operationIds, selected, shard } = judgement;
  const row = { id, title, level, basis, text, ...(clause && { clause }), ...(operationId && { operationId }) };
  const beyond = selected?.has(id) === false;
  const beyondReason = shard ? 'not in this shard.' : 'not selected in this run.';
  const left = requirement.ofEngine && basis === 'decided' && gate === 'documented';
  const reason =
    neverJudged(requirement, operationIds) ??
    (beyond ? beyondReason : left ? 'the document does not state it.' : undefined);
  if (reason !== undefined) {
    return { ...row, outcome: 'notApplicable', message: `${id}: ${reason}`, exchanges: [], cases: [] };
  }
  const cases = limited([...ownCases(requirement, found, judgement), ...everyAnswer(requirement, found)]);
  const outcome = worst(cases, requirement, gate);
  const first = cases.find((one) => one.outcome === outcome);
  if (outcome === 'passed' || !first) {
    const message = level === 'MAY' ? `${id}: asked for by no configuration.` : `${id}: no case reached it.`;
    return { ...row, outcome, ...(outcome !== 'passed' && { message }), exchanges: [], cases };
  }
  const { message, expected, actual, exchanges, curl, replay } = first;
  return {
    ...row,
    outcome,
    ...(message && { message }),
    ...(expected && { expected }),
    ...(actual && { actual }),
    exchanges,
    ...(curl && { curl }),
    ...(replay && { replay }),
    cases,
  };
}

/** Why no run can judge it. */
function neverJudged({ excluded, operationId }: Requirement, operationIds: readonly string[]): string | undefined {
  const absent = operationId !== undefined && !operationIds.includes(operationId);
  return excluded ?? (absent ? `The contract has no operation ${operationId}.` : undefined);
}

function worst(cases: readonly CaseResult[], requirement: Requirement, gate: Gate): Outcome {
  const seen = new Set(cases.map(({ outcome }) => outcome));
  // A warning about a part that does not decide must not hide that the part which does was not tested.
  const middle: Outcome[] = isGating(requirement, gate) ? ['untestable', 'warned'] : ['warned', 'untestable'];
  const order: Outcome[] = ['failed', ...middle, 'waived', 'passed'];
  return (
    order.find((outcome) => seen.has(outcome)) ??
    (requirement.level === 'MAY' || requirement.ofEngine ? 'notApplicable' : 'untestable')
  );
}

/** What broke, what could not be tested, and the cases about the rule that held. */
function ownCases(requirement: Requirement, found: readonly Found[], judgement: Judgement): CaseResult[] {
  return found.flatMap(({ record, findings }) => {
    const notable = distinct(findings.filter(({ result }) => result !== 'holds'));
    if (notable.length > 0) return notable.map((finding) => notableCase(requirement, record, finding, judgement));
    if (!record.rules.includes(requirement.id)) return [];
    return [{ ...headOf(record), outcome: 'passed' as const, exchanges: [] }];
  });
}

/** What every answer says in passing, summed up by operation. */
function everyAnswer({ id }: Requirement, found: readonly Found[]): CaseResult[] {
  const held = found.filter(
    ({ record, findings }) => !record.rules.includes(id) && findings.every(({ result }) => result === 'holds'),
  );
  const byOperation = Map.groupBy(held, ({ record }) => record.operationId);
  return [...byOperation].map(([operationId, ofOperation]) => {
    const count = ofOperation.reduce((sum, { findings }) => sum + findings.length, 0);
    const title = `${count} answers ${operationId ? `of ${operationId}` : 'in behaviours'}`;
    return { title, ...(operationId && { operationId }), outcome: 'passed', exchanges: [] };
  });
}

function notableCase(
  requirement: Requirement,
  record: CaseRecord,
  finding: Finding,
  { gate, waiverOf, command, target }: Judgement,
): CaseResult {
  const { id, clause } = requirement;
  const basis = basisOf(requirement, record, finding);
  const { expected, actual, exchange, replay } = finding;
  const told = {
    ...headOf(record),
    message: `${id} (${basis}${clause ? ` ${clause}` : ''}): ${finding.message ?? ''}.`,
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
    ...(replay && command && { replay: `${command} ${replay}` }),
  };
  if (finding.result === 'untestable') return { ...told, outcome: 'untestable', exchanges: [] };
  const exchanges = exchange === undefined ? [] : record.exchanges.slice(firstShown(exchange, finding), exchange + 1);
  const last = exchanges.at(-1);
  const deviation = deviationOf(record.id, finding, last?.response.status);
  const waiver = waiverOf(id, deviation);
  return {
    ...told,
    outcome: waiver ? 'waived' : outcomeOf(requirement, basis, gate),
    exchanges,
    ...(last && { curl: toCurl(last.request, target) }),
    deviation,
    ...(waiver && { waiver }),
  };
}

/** Of a sequence that was shortened as far as it goes, each request matters. */
function firstShown(last: number, { since }: Finding): number {
  return since === undefined
    ? Math.max(0, last + 1 - MAX_EXCHANGES)
    : Math.max(since, last + 1 - MAX_EXPLORED_EXCHANGES);
}

/** A SHOULD warns; so does what this run does not gate on. */
function outcomeOf({ level }: Requirement, basis: Basis, gate: Gate): Outcome {
  return level === 'MUST' && (gate === 'all' || basis !== 'decided') ? 'failed' : 'warned';
}

function basisOf({ basis, documentedFor }: Requirement, { operationId }: CaseRecord, finding: Finding): Basis {
  if (finding.basis) return finding.basis;
  const elsewhere = documentedFor !== undefined && operationId !== undefined && !documentedFor.includes(operationId);
  return elsewhere ? 'decided' : basis;
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

function limited(cases: readonly CaseResult[]): CaseResult[] {
  let kept = 0;
  return cases.map((one) =>
    one.exchanges.length === 0 || kept++ < MAX_WITH_EXCHANGES ? one : { ...one, exchanges: [] },
  );
}

import type { CaseRecord } from '../../conformance/suite/case.ts';
import type { Finding } from '../../conformance/suite/finding.ts';
import { distinctTraces } from '../../conformance/suite/leftovers.ts';
import type { CoveragePoint } from '../contract/coverage-points.ts';
import type { Requirement } from '../contract/requirements.ts';
import type { Basis } from '../contract/rule.ts';
import { coverageOf } from './coverage.ts';
import { toCurl } from './curl.ts';
import {
  type CaseResult,
  countOutcomes,
  type Outcome,
  type RequirementResult,
  type RunResult,
  SCHEMA_VERSION,
  type Verdict,
} from './run-result.ts';

/** `documented`: only what the interface says decides the verdict. */
export type Gate = RunResult['basis'];

/** What a run was about, beside its records. */
export interface RunFacts {
  readonly suite: RunResult['suite'];
  readonly contract: RunResult['contract'];
  readonly target: RunResult['target'];
  readonly runId?: string;
  readonly shard?: NonNullable<RunResult['shard']>;
  readonly cleanup?: NonNullable<RunResult['cleanup']>;
  readonly referee?: NonNullable<RunResult['referee']>;
  /** Where it was ended from outside. */
  readonly stop?: NonNullable<RunResult['stop']>;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly basis: Gate;
  /** What the contract says that traffic can show; without it, no coverage is told. */
  readonly points?: readonly CoveragePoint[];
  /** The operations that the contract has. */
  readonly operationIds: readonly string[];
  /** Absent where everything was judged. */
  readonly selection?: NonNullable<RunResult['selection']>;
  /** Ids of the requirements that the selection can judge. */
  readonly selected?: ReadonlySet<string>;
}

/** Cases of one requirement whose messages are kept: enough to see the fault, few enough to read. */
const MAX_WITH_EXCHANGES = 10;
const MAX_EXCHANGES = 8;

/** Turns what the cases found into a verdict for each requirement and for the target. */
export function assembleRun(
  requirements: readonly Requirement[],
  records: readonly CaseRecord[],
  facts: RunFacts,
): RunResult {
  const results = requirements.map((requirement) => assembleRequirement(requirement, records, facts));
  const { operationIds: _, selected: __, points, ...rest } = facts;
  const stop = records.find((record) => record.stop)?.stop ?? facts.stop;
  return {
    schemaVersion: SCHEMA_VERSION,
    ...rest,
    verdict: verdictOf(results, facts.basis, stop !== undefined),
    ...leftBy(records),
    ...(points && { coverage: coverageOf(points, records) }),
    ...(stop && { stop }),
    counts: countOutcomes(results),
    caseCounts: countOutcomes(results.flatMap(({ cases }) => cases)),
    requests: records.reduce((sum, { requests }) => sum + requests, 0),
    requirements: results,
  };
}

/** What a run left behind, each thing once. */
export function leftBy(records: readonly CaseRecord[]): Required<Pick<RunResult, 'leftovers' | 'installationsUsed'>> {
  const traces = distinctTraces(records.flatMap((record) => record.traces ?? []));
  return {
    leftovers: traces.flatMap(({ leftover }) => leftover ?? []).toSorted((a, b) => a.kind.localeCompare(b.kind)),
    installationsUsed: traces.flatMap(({ installation }) => installation ?? []),
  };
}

function verdictOf(results: readonly RequirementResult[], gate: Gate, stopped: boolean): Verdict {
  if (results.some(({ outcome }) => outcome === 'failed')) return 'nonconforming';
  const open = results.some((result) => result.outcome === 'untestable' && gates(result, gate));
  return open || stopped ? 'incomplete' : 'conforming';
}

/** Whether the verdict depends on it. */
function gates({ level, basis }: Pick<Requirement, 'level' | 'basis'>, gate: Gate): boolean {
  return level === 'MUST' && (gate === 'all' || basis !== 'decided');
}

function assembleRequirement(
  requirement: Requirement,
  records: readonly CaseRecord[],
  { basis: gate, operationIds, selected, shard }: RunFacts,
): RequirementResult {
  const { id, title, level, basis, clause, text, operationId, excluded } = requirement;
  const row = { id, title, level, basis, text, ...(clause && { clause }), ...(operationId && { operationId }) };
  const absent = operationId !== undefined && !operationIds.includes(operationId);
  const beyond = selected?.has(id) === false;
  const beyondReason = shard ? 'not in this shard.' : 'not selected in this run.';
  const reason =
    excluded ?? (absent ? `The contract has no operation ${operationId}.` : beyond ? beyondReason : undefined);
  if (reason !== undefined) {
    return { ...row, outcome: 'notApplicable', message: `${id}: ${reason}`, exchanges: [], cases: [] };
  }
  const cases = limited([...ownCases(requirement, records, gate), ...everyAnswer(requirement, records)]);
  const outcome = worst(cases, requirement, gate);
  const first = cases.find((one) => one.outcome === outcome);
  if (outcome === 'passed' || !first) {
    const message = level === 'MAY' ? `${id}: asked for by no configuration.` : `${id}: no case reached it.`;
    return { ...row, outcome, ...(outcome !== 'passed' && { message }), exchanges: [], cases };
  }
  const { message, expected, actual, exchanges, curl } = first;
  return {
    ...row,
    outcome,
    ...(message && { message }),
    ...(expected && { expected }),
    ...(actual && { actual }),
    exchanges,
    ...(curl && { curl }),
    cases,
  };
}

function worst(cases: readonly CaseResult[], requirement: Requirement, gate: Gate): Outcome {
  const seen = new Set(cases.map(({ outcome }) => outcome));
  // A warning about a part that does not decide must not hide that the part which does was not tested.
  const middle: Outcome[] = gates(requirement, gate) ? ['untestable', 'warned'] : ['warned', 'untestable'];
  const order: Outcome[] = ['failed', ...middle, 'passed'];
  return order.find((outcome) => seen.has(outcome)) ?? (requirement.level === 'MAY' ? 'notApplicable' : 'untestable');
}

/** What broke, what could not be tested, and the cases about the rule that held. */
function ownCases(requirement: Requirement, records: readonly CaseRecord[], gate: Gate): CaseResult[] {
  const { id } = requirement;
  return records.flatMap((record) => {
    const findings = record.findings.filter(({ rule }) => rule === id);
    const notable = distinct(findings.filter(({ result }) => result !== 'holds'));
    if (notable.length > 0) return notable.map((finding) => notableCase(requirement, record, finding, gate));
    if (findings.length === 0 || !record.rules.includes(id)) return [];
    return [{ ...headOf(record), outcome: 'passed' as const, exchanges: [] }];
  });
}

/** What every answer says in passing, summed up by operation. */
function everyAnswer({ id }: Requirement, records: readonly CaseRecord[]): CaseResult[] {
  const held = records.filter(
    ({ rules, findings }) =>
      !rules.includes(id) &&
      findings.some(({ rule }) => rule === id) &&
      findings.every(({ rule, result }) => rule !== id || result === 'holds'),
  );
  const byOperation = Map.groupBy(held, ({ operationId }) => operationId);
  return [...byOperation].map(([operationId, ofOperation]) => {
    const count = ofOperation.reduce((sum, { findings }) => sum + findings.filter(({ rule }) => rule === id).length, 0);
    const title = `${count} answers ${operationId ? `of ${operationId}` : 'in behaviours'}`;
    return { title, ...(operationId && { operationId }), outcome: 'passed', exchanges: [] };
  });
}

function notableCase(requirement: Requirement, record: CaseRecord, finding: Finding, gate: Gate): CaseResult {
  const { id, clause } = requirement;
  const basis = basisOf(requirement, record, finding);
  const { message = '', expected, actual, exchange } = finding;
  const untestable = finding.result === 'untestable';
  const exchanges =
    untestable || exchange === undefined
      ? []
      : record.exchanges.slice(Math.max(0, exchange + 1 - MAX_EXCHANGES), exchange + 1);
  const last = exchanges.at(-1);
  return {
    ...headOf(record),
    outcome: untestable ? 'untestable' : outcomeOf(requirement, basis, gate),
    message: `${id} (${basis}${clause ? ` ${clause}` : ''}): ${message}.`,
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
    exchanges,
    ...(last && { curl: toCurl(last.request, 'X-Api-Key') }),
  };
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

function headOf({ title, operationId }: CaseRecord): Pick<CaseResult, 'title' | 'operationId'> {
  return { title, ...(operationId && { operationId }) };
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

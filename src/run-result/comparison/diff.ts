import { deviationsOf, waivedDeviationsOf } from '../deviation.ts';
import { isBroken, type Outcome, type RequirementResult } from '../requirement-result.ts';
import type { RunResult, Side } from '../run-result.ts';
import { differentFacts } from './run-facts.ts';

/**
 * Kind of change of a requirement. `new`: the requirement fails in the newer report only. `fixed`: the requirement
 * failed in the older report, and passes in the newer report. `changed`: the requirement has another outcome or other
 * failures in the newer report. `added`: only the newer report contains the requirement; `removed`: only the older
 * report does.
 */
export type ChangeKind = 'new' | 'fixed' | 'changed' | 'added' | 'removed';

export interface Change extends Pick<RequirementResult, 'id' | 'title' | 'level' | 'basis'> {
  readonly kind: ChangeKind;
  /** Outcome in the older report; absent if the older report does not contain the requirement. */
  readonly before?: Outcome;
  readonly after?: Outcome;
  /** Message of the failure in the newer report; for a fixed or removed requirement, in the older report. */
  readonly message?: string;
  /** Number of deviations that only the newer report has. */
  readonly newDeviations: number;
  /** Number of deviations that only the older report has. */
  readonly goneDeviations: number;
  /** True for a regression: a worse outcome or additional failures. */
  readonly worse: boolean;
}

/** Differences between a report and an older report. */
export interface ReportDiff {
  readonly old: Side;
  readonly new: Side;
  /** Sentences about differences between the two runs that limit the comparison, such as another contract. */
  readonly remarks: readonly string[];
  readonly changes: readonly Change[];
  /** Number of requirements with the same result in both reports. */
  readonly unchanged: number;
  readonly worse: boolean;
}

/** Kinds of change, in the order in which a report shows them. */
const KINDS: readonly ChangeKind[] = ['new', 'changed', 'added', 'fixed', 'removed'];

/** Severity of the outcomes: a change to a higher number is a regression. */
const SEVERITY: Readonly<Record<Outcome, number>> = {
  passed: 0,
  notApplicable: 0,
  waived: 1,
  warned: 2,
  untestable: 3,
  failed: 4,
};

/** Compares two runs. A removed requirement is not a regression. */
export function diffReports(before: RunResult, after: RunResult): ReportDiff {
  const old = new Map(before.requirements.map((requirement) => [requirement.id, requirement]));
  const present = new Set(after.requirements.map(({ id }) => id));
  const compared = after.requirements.map((requirement) => {
    const earlier = old.get(requirement.id);
    return earlier ? compare(earlier, requirement) : addition(requirement);
  });
  const removed = before.requirements.filter(({ id }) => !present.has(id)).map(removal);
  const changes = [...compared.filter((change) => change !== undefined), ...removed];
  return {
    old: sideOf(before),
    new: sideOf(after),
    remarks: differentFacts(before, after).map(
      ({ what, values }) => `The two runs have different ${what}: ${values.join(' and ')}.`,
    ),
    changes: KINDS.flatMap((kind) => changes.filter((change) => change.kind === kind)),
    unchanged: compared.filter((change) => change === undefined).length,
    worse: changes.some(({ worse }) => worse),
  };
}

/** Change of a requirement between two reports; undefined if the result is the same. */
function compare(earlier: RequirementResult, later: RequirementResult): Change | undefined {
  const known = allDeviationsOf(earlier);
  const seen = allDeviationsOf(later);
  const newDeviations = seen.difference(known).size;
  const goneDeviations = known.difference(seen).size;
  if (earlier.outcome === later.outcome && newDeviations + goneDeviations === 0) return undefined;
  const kind =
    isBroken(later) && !isBroken(earlier) && earlier.outcome !== 'waived'
      ? 'new'
      : isBroken(earlier) && later.outcome === 'passed'
        ? 'fixed'
        : 'changed';
  return {
    ...headOf(later, kind),
    before: earlier.outcome,
    after: later.outcome,
    ...messageOf(isBroken(later) || !isBroken(earlier) ? later : earlier),
    newDeviations,
    goneDeviations,
    worse: SEVERITY[later.outcome] > SEVERITY[earlier.outcome] || (isBroken(later) && newDeviations > 0),
  };
}

/**
 * Deviations of a requirement, including waived deviations, since a waiver does not change the behaviour of the
 * target.
 */
function allDeviationsOf(requirement: RequirementResult): ReadonlySet<string> {
  return deviationsOf(requirement).union(waivedDeviationsOf(requirement));
}

function addition(requirement: RequirementResult): Change {
  return {
    ...headOf(requirement, 'added'),
    after: requirement.outcome,
    ...messageOf(requirement),
    newDeviations: deviationsOf(requirement).size,
    goneDeviations: 0,
    worse: isBroken(requirement),
  };
}

function removal(requirement: RequirementResult): Change {
  return {
    ...headOf(requirement, 'removed'),
    before: requirement.outcome,
    ...messageOf(requirement),
    newDeviations: 0,
    goneDeviations: deviationsOf(requirement).size,
    worse: false,
  };
}

function headOf({ id, title, level, basis }: RequirementResult, kind: ChangeKind) {
  return { kind, id, title, level, basis };
}

function messageOf({ message }: RequirementResult): Pick<Change, 'message'> {
  return message === undefined ? {} : { message };
}

function sideOf({ target, contract, suite, startedAt, verdict, basis }: RunResult): Side {
  return { target, contract, suite, startedAt, verdict, basis };
}

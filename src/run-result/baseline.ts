import { type Change, diffReports, type Side } from './diff.ts';
import { isGating } from './gate.ts';
import { ReportError, readReport } from './read-report.ts';
import type { RequirementResult, RunResult } from './run-result.ts';

/** An earlier run: what fails as it did then is not new. */
export interface Baseline {
  /** As the user named it. */
  readonly file: string;
  readonly report: RunResult;
}

/** What a run says of its baseline. */
export interface BaselineResult extends Side {
  readonly file: string;
  /** Sentences about what makes the two hard to compare. */
  readonly remarks: readonly string[];
  /** Ids of the requirements that fail as they did then. */
  readonly known: readonly string[];
  /** Of those that fail, and did not then, or not in each of these ways. */
  readonly new: readonly string[];
  /** Of those that could not be tested, or not in every case, and could then. */
  readonly untested: readonly string[];
}

/**
 * Reads the report of an earlier run.
 *
 * @throws ReportError when there is none, or one that says too little to compare with
 */
export function readBaseline(file: string): Baseline {
  const report = readReport(file);
  if (report.shard) {
    throw new ReportError(`${file} is a shard of a run: give what report merge makes of all of them as the baseline.`);
  }
  if (report.stop) {
    const why = `the run ended early (${report.stop.message}), so it does not say what failed then`;
    throw new ReportError(`${file} is no baseline: ${why}.`);
  }
  return { file, report: withoutTraffic(report) };
}

/** All that a comparison needs. */
function withoutTraffic(report: RunResult): RunResult {
  const requirements = report.requirements.map((requirement) => {
    const { curl: _, places: __, ...rest } = requirement;
    const cases = requirement.cases.filter(({ outcome }) => outcome !== 'passed');
    return { ...rest, exchanges: [], cases: cases.map(({ curl: _, ...one }) => ({ ...one, exchanges: [] })) };
  });
  const { coverage: _, leftovers: __, installationsUsed: ___, referee: ____, against: _____, ...rest } = report;
  return { ...rest, requirements };
}

/** @throws ReportError when it was judged by the contract of another service; a changed contract is only told */
export function requireSameService({ file, report }: Baseline, title: string): void {
  if (report.contract.title === title) return;
  throw new ReportError(
    `${file} is no baseline of this run: it was judged by "${report.contract.title}", and this is "${title}".`,
  );
}

/** The result, with each requirement that did not pass marked as known or new. */
export function againstBaseline(result: RunResult, { file, report }: Baseline): RunResult {
  const diff = diffReports(report, result);
  const changes = new Map(diff.changes.map((change) => [change.id, change]));
  const open = new Map(report.requirements.map((requirement) => [requirement.id, untestedCases(requirement)]));
  const requirements = result.requirements.map((requirement) => {
    const { id, outcome } = requirement;
    if (outcome === 'passed' || outcome === 'notApplicable') return requirement;
    const isNew = isNewIn(requirement, changes.get(id));
    return { ...requirement, sinceBaseline: isNew ? ('new' as const) : ('known' as const) };
  });
  const idsOf = (of: 'known' | 'new') =>
    requirements.flatMap(({ id, outcome, sinceBaseline }) =>
      outcome === 'failed' && sinceBaseline === of ? [id] : [],
    );
  const untested = requirements.filter(
    (requirement) =>
      isGating(requirement, result.basis) &&
      ((requirement.outcome === 'untestable' && requirement.sinceBaseline === 'new') ||
        untestedCases(requirement).difference(open.get(requirement.id) ?? new Set()).size > 0),
  );
  const baseline: BaselineResult = {
    file,
    ...diff.old,
    remarks: diff.remarks,
    known: idsOf('known'),
    new: idsOf('new'),
    untested: untested.map(({ id }) => id),
  };
  return { ...result, baseline, requirements };
}

/** What cannot be tested is new where it could be; what does not hold, where it is worse. */
function isNewIn({ outcome }: RequirementResult, change: Change | undefined): boolean {
  return outcome === 'untestable' ? change !== undefined : change?.worse === true;
}

function untestedCases({ cases }: RequirementResult): Set<string> {
  return new Set(cases.flatMap(({ title, outcome }) => (outcome === 'untestable' ? [title] : [])));
}

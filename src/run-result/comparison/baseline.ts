import { isGating } from '../gate.ts';
import { ReportError } from '../report-error.ts';
import type { RequirementResult } from '../requirement-result.ts';
import type { Baseline, BaselineResult, RunResult } from '../run-result.ts';
import { type Change, diffReports } from './diff.ts';

/**
 * The report of an earlier run as a baseline.
 *
 * @param file as the user named it
 * @throws ReportError if the report says too little to compare with
 */
export function baselineOf(file: string, report: RunResult): Baseline {
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
  const { coverage: _, leftovers: __, referee: ___, against: ____, ...rest } = report;
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
  return new Set(cases.flatMap(({ id, title, outcome }) => (outcome === 'untestable' ? [id ?? title] : [])));
}
